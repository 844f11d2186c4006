import { LARGEST_PAGE, type ListQuery, type Session as SessionReply } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../platform/page.ts'
import type { Identity } from './access-token.ts'
import { toSessionReply } from './session.ts'
import { findOpenSession, listSessions } from './session-store.ts'

export type OwnSessions = { current: SessionReply | null; all: SessionReply[]; next?: string }

/**
 * Lists where the player is signed in, last used first; `next` is there only if more sessions follow.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listOwnSessions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { playerId, sessionId }: Identity,
  asked: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<OwnSessions> {
  const now = clock.now()
  const { limit, after } = readPage({ limit: String(LARGEST_PAGE), ...asked }, InstantAndId)
  const sessions = await listSessions(db, playerId, { now, after, limit: limit + 1 })
  const { items, next } = toPage(sessions, limit, ({ updatedAt, id }) => [updatedAt, id])

  const current =
    items.find(({ id }) => id === sessionId) ??
    (await findOpenSession(db, { playerId, id: sessionId, now }))
  return {
    current: current ? toSessionReply(current, sessionId) : null,
    all: items.map((session) => toSessionReply(session, sessionId)),
    ...(next !== null && { next }),
  }
}
