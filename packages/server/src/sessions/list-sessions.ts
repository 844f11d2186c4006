import { LARGEST_PAGE, type ListQuery, type Session as SessionReply } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../database/cursor.ts'
import type { Identity } from '../players/identity.ts'
import { toSessionReply } from './session.ts'
import { findOpenSession, listSessions } from './session-store.ts'

type Needs = Pick<App, 'db' | 'clock'>

/**
 * Lists one page of where a player is signed in, last used first; `current` marks the caller's session.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listPlayerSessions(
  { db, clock }: Needs,
  { id: playerId }: { id: string },
  asked: ListQuery,
  { sessionId }: Identity,
): Promise<{ items: SessionReply[]; next: string | null }> {
  const { limit, after } = readPage(asked, InstantAndId)
  const wanted = { now: clock.now(), after, limit: limit + 1 }
  const sessions = await listSessions(db, playerId, wanted)
  const { items, next } = toPage(sessions, limit, ({ updatedAt, id }) => [updatedAt, id])
  return { items: items.map((session) => toSessionReply(session, sessionId)), next }
}

/** Lists the same for the player who asks; `next` is there only if more sessions follow. */
export async function listOwnSessions(
  app: Needs,
  identity: Identity,
  asked: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<{ current: SessionReply | null; all: SessionReply[]; next?: string }> {
  const { playerId, sessionId } = identity
  const query = { limit: String(LARGEST_PAGE), ...asked }
  const { items: all, next } = await listPlayerSessions(app, { id: playerId }, query, identity)
  let current = all.find((session) => session.current)
  if (!current) {
    const own = { playerId, id: sessionId, now: app.clock.now() }
    const session = await findOpenSession(app.db, own)
    current = session && toSessionReply(session, sessionId)
  }
  return { current: current ?? null, all, ...(next !== null && { next }) }
}
