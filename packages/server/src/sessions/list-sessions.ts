import { type ListQuery, MAX_PAGE_SIZE, type Session as SessionReply } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../database/cursor.ts'
import type { Identity } from '../players/identity.ts'
import { toSessionReply } from './session.ts'
import { findOpenSession, listSessions } from './session-store.ts'

type Deps = Pick<App, 'db' | 'clock'>

/**
 * Returns a page of a player's open sessions, most recently used first. `current` marks the session of the caller, who
 * may be another player.
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listPlayerSessions(
  { db, clock }: Deps,
  { id: playerId }: { id: string },
  listQuery: ListQuery,
  { sessionId }: Identity,
): Promise<{ items: SessionReply[]; next: string | null }> {
  const { limit, after } = readPage(listQuery, InstantAndId)
  const page = { now: clock.now(), after, limit: limit + 1 }
  const sessions = await listSessions(db, playerId, page)
  const { items, next } = toPage(sessions, limit, ({ updatedAt, id }) => [updatedAt, id])
  return { items: items.map((session) => toSessionReply(session, sessionId)), next }
}

export async function listOwnSessions(
  app: Deps,
  identity: Identity,
  listQuery: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<{ current: SessionReply | null; all: SessionReply[]; next?: string }> {
  const { playerId, sessionId } = identity
  const query = { limit: String(MAX_PAGE_SIZE), ...listQuery }
  const { items: all, next } = await listPlayerSessions(app, { id: playerId }, query, identity)
  let current = all.find((session) => session.current)
  if (!current) {
    const key = { playerId, id: sessionId, now: app.clock.now() }
    const session = await findOpenSession(app.db, key)
    current = session && toSessionReply(session, sessionId)
  }
  return { current: current ?? null, all, ...(next !== null && { next }) }
}
