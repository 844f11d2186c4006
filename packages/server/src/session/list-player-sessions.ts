import type { ListQuery, Session as SessionItem } from '@portal/contract'
import type { App } from '../app.ts'
import { InstantAndId, readPage, toPage } from '../platform/page.ts'
import type { Player } from '../player/player.ts'
import type { Identity } from './access-token.ts'
import { toSessionReply } from './session.ts'
import { listSessions } from './session-store.ts'

/**
 * Lists one page of where a player is signed in, last used first; `current` marks the caller's session.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listPlayerSessions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id }: Pick<Player, 'id'>,
  asked: ListQuery,
  { sessionId }: Identity,
): Promise<{ items: SessionItem[]; next: string | null }> {
  const { limit, after } = readPage(asked, InstantAndId)
  const wanted = { now: clock.now(), after, limit: limit + 1 }
  const sessions = await listSessions(db, id, wanted)
  const { items, next } = toPage(sessions, limit, (session) => [session.updatedAt, session.id])
  return { items: items.map((session) => toSessionReply(session, sessionId)), next }
}
