import { type ChangeDeps, change } from '../../audit/change.ts'
import { deleteSessionsOfGrants } from '../../integrations/yggdrasil/connect-store.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { deleteGrant } from '../storage/payload-store.ts'

/**
 * Deletes a grant and its game sessions. Called after a client revoked the grant, or after a code or refresh token was
 * used a second time.
 */
export async function endGrant(app: ChangeDeps, id: string): Promise<void> {
  await change(app, { actor: null, ip: null }, async (work) => {
    const playerId = await deleteGrant(work.tx, id)
    if (playerId === undefined) return
    const closed = await deleteSessionsOfGrants(work.tx, { playerId, grantIds: [id] })
    emitClosed(work, closed, playerId)
    for (const session of closed) {
      work.audit('session.closed', playerId, { actor: playerId, before: session.id })
    }
  })
}
