import { type ChangeNeeds, change, type Work } from '../audit/change.ts'
import { lockPlayer } from '../players/player-store.ts'
import type { Session } from './session.ts'
import { countSessions, deleteSurplus } from './session-store.ts'

/** The most open sessions of a player (docs/contract.md#tokens-cookies-sessions). */
const MOST_SESSIONS = 100

/** How many sessions one transaction closes; others wait for it. */
const STEP = 1000

/**
 * Makes room for a session within the change that opened it: closes the player's other sessions beyond
 * the limit, least recently used first. The transaction has locked the player's row, so sign-ins of
 * one player take turns here.
 *
 * @returns whether one step was not enough, as in a database older than the limit.
 */
export async function displaceSessions({ tx, now, note }: Work, opened: Session): Promise<boolean> {
  const { id, playerId } = opened
  if ((await countSessions(tx, playerId)) <= MOST_SESSIONS) return false
  const surplus = { playerId, except: id, keep: MOST_SESSIONS - 1, atMost: STEP }
  const count = await deleteSurplus(tx, { ...surplus, now })
  if (count > 0) note('sessions.displaced', playerId, { before: String(count) })
  return count === STEP
}

/** Closes, step by step, the surplus that the transaction of the sign-in left open. */
export async function displaceTheRest(app: ChangeNeeds, opened: Session): Promise<void> {
  const by = { actor: opened.playerId, ip: opened.ip }
  for (let more = true; more; ) {
    more = await change(app, by, async (work) => {
      await lockPlayer(work.tx, opened.playerId)
      return displaceSessions(work, opened)
    })
  }
}
