import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import type { Db } from '../platform/database/database.ts'
import { lockPlayer } from '../player/player-store.ts'
import type { Session } from './session.ts'
import { deleteSurplus } from './session-store.ts'

/** How many open sessions a player has at most (docs/contract.md#tokens-cookies-sessions). */
const MOST_SESSIONS = 100

/** How many one transaction closes: others wait for it. */
const STEP = 1000

type Needs = Pick<App, 'clock' | 'random'>

/**
 * Makes room for a session within the transaction that opened it: of the player's others, those not
 * used for longest are closed. The transaction holds the player's row, so sign-ins of one player
 * take turns here.
 *
 * @returns whether a step was not enough, as in a database from before the limit.
 */
export async function displaceSessions(app: Needs, tx: Db, opened: Session): Promise<boolean> {
  const { id, playerId, ip } = opened
  const surplus = { playerId, except: id, keep: MOST_SESSIONS - 1, atMost: STEP }
  const count = await deleteSurplus(tx, { ...surplus, now: app.clock.now() })
  if (count > 0) {
    const entry = { actor: playerId, target: playerId, ip, before: String(count) }
    await insertAudit(tx, newAudit(app, { action: 'sessions.displaced', ...entry }))
  }
  return count === STEP
}

/** Closes what the transaction that opened a session left of the surplus, step by step. */
export async function displaceTheRest(app: Needs & Pick<App, 'db'>, opened: Session) {
  for (let more = true; more; ) {
    more = await app.db.transaction().execute(async (tx) => {
      await lockPlayer(tx, opened.playerId)
      return displaceSessions(app, tx, opened)
    })
  }
}
