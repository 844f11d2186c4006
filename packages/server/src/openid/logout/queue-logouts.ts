import { type ChangeDeps, change } from '../../audit/change.ts'
import { queueLogoutsOfSession } from '../../sessions/application-logouts.ts'
import { listEndedSessions, takeEndedSession } from './logout-store.ts'

const MAX_SESSIONS = 100

/**
 * Queues logout notices for closed sessions. Code that closes sessions need not call this: a row of the provider whose
 * session no longer exists shows which notices to send, whichever process closed the session.
 */
export async function queueLogouts(app: ChangeDeps): Promise<void> {
  const { random } = app
  const ended = await listEndedSessions(app.db, app.clock.now(), MAX_SESSIONS)
  for (const id of ended) {
    await change(app, { actor: null, ip: null }, async ({ tx, now }) => {
      const taken = await takeEndedSession(tx, id)
      if (!taken || taken.playerId === null) return
      const { payload, playerId } = taken
      await queueLogoutsOfSession(tx, { random, now }, { playerId, payload })
    })
  }
}
