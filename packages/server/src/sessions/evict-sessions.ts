import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { lockPlayer } from '../players/player-store.ts'
import { emitClosed } from './emit-closed.ts'
import type { Session } from './session.ts'
import { countSessions, deleteSurplusSessions } from './session-store.ts'

const MAX_SESSIONS = 100

/** How many sessions one transaction closes at most. The player's sign-ins wait for this transaction. */
const BATCH_SIZE = 1000

/**
 * Closes the least recently used sessions of a player who has more than 100, but not `opened`. The caller has locked
 * the player's row, so concurrent sign-ins of the player run one after another.
 * @returns true if one batch was not enough, as in a database from before the limit
 */
export async function evictSessions(work: UnitOfWork, opened: Session): Promise<boolean> {
  const { tx, now, audit } = work
  const { id, playerId } = opened
  if ((await countSessions(tx, playerId)) <= MAX_SESSIONS) return false
  const surplus = { playerId, except: id, keep: MAX_SESSIONS - 1, limit: BATCH_SIZE }
  const closed = await deleteSurplusSessions(tx, { ...surplus, now })
  emitClosed(work, closed)
  const count = closed.length
  if (count > 0) audit('sessions.displaced', playerId, { before: String(count) })
  return count === BATCH_SIZE
}

export async function evictRest(app: ChangeDeps, opened: Session): Promise<void> {
  const by = { actor: opened.playerId, ip: opened.ip }
  for (let more = true; more; ) {
    more = await change(app, by, async (work) => {
      await lockPlayer(work.tx, opened.playerId)
      return evictSessions(work, opened)
    })
  }
}
