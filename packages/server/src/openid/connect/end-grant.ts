import { type ChangeDeps, change } from '../../audit/change.ts'
import { deleteSessionsOfGrants } from '../../integrations/yggdrasil/connect-store.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { deleteGrant } from '../storage/payload-store.ts'

/** Deletes a grant, with its game sessions, after a client revoked it or its code or refresh token was used again. */
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
