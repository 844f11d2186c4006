import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import type { Identity } from '../session/access-token.ts'
import { checkNewPassword } from './check-new-password.ts'
import { checkOwnPassword, requireSamePassword } from './check-own-password.ts'
import { replacePassword } from './replace-password.ts'

/**
 * Changes the signed-in player's own password. `closeSessions` ends every session but the one that
 * asks.
 *
 * @throws Refusal `password.wrong`, `password.same` and the other `password.*`, `auth.unauthorized`, `overloaded`
 */
export async function changePassword(
  app: App,
  identity: Identity,
  given: { current: string; password: string; closeSessions: boolean },
  client: Client,
): Promise<void> {
  const player = await checkOwnPassword(app, identity.playerId, given.current)
  await checkNewPassword(app, given.password, player)
  if (given.password === given.current) throw new Refusal('password.same')
  await replacePassword(app, player, given.password, {
    close: given.closeSessions ? { except: identity.sessionId } : 'none',
    async inTransaction(tx) {
      await requireSamePassword(tx, player)
      const entry = { actor: player.id, target: player.id, ip: client.ip }
      await insertAudit(tx, newAudit(app, { action: 'password.changed', ...entry }))
    },
  })
}
