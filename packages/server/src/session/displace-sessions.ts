import { type ChangeNeeds, change, type Work } from '../change/change.ts'
import { lockPlayer } from '../player/player-store.ts'
import type { Session } from './session.ts'
import { deleteSurplus } from './session-store.ts'

/** How many open sessions a player has at most (docs/contract.md#tokens-cookies-sessions). */
const MOST_SESSIONS = 100

/** How many one transaction closes: others wait for it. */
const STEP = 1000

/**
 * Makes room for a session within the change that opened it: of the player's others, those not used
 * for longest are closed. The transaction holds the player's row, so sign-ins of one player take
 * turns here.
 *
 * @returns whether a step was not enough, as in a database from before the limit.
 */
export async function displaceSessions({ tx, now, note }: Work, opened: Session): Promise<boolean> {
  const { id, playerId } = opened
  const surplus = { playerId, except: id, keep: MOST_SESSIONS - 1, atMost: STEP }
  const count = await deleteSurplus(tx, { ...surplus, now })
  if (count > 0) note('sessions.displaced', playerId, { before: String(count) })
  return count === STEP
}

/** Closes what the transaction that opened a session left of the surplus, step by step. */
export async function displaceTheRest(app: ChangeNeeds, opened: Session): Promise<void> {
  const by = { actor: opened.playerId, ip: opened.ip }
  for (let more = true; more; ) {
    more = await change(app, by, async (work) => {
      await lockPlayer(work.tx, opened.playerId)
      return displaceSessions(work, opened)
    })
  }
}
