import type { RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import { checkNewPassword } from './check-new-password.ts'
import { checkOwnPassword, requireSamePassword } from './check-own-password.ts'
import { replacePassword } from './replace-password.ts'

/**
 * Changes the password of a player who knows the current one. With `closeSessions`, also ends the player's other
 * sessions and removes other ways to sign in.
 * @returns what was removed
 * @throws Refusal `password.*`
 */
export async function changePassword(
  app: App,
  by: Actor,
  identity: Identity,
  given: { current: string; password: string; closeSessions: boolean },
): Promise<RemovedAccess> {
  const player = await checkOwnPassword(app, identity.playerId, given.current)
  await checkNewPassword(app, given.password, player)
  if (given.password === given.current) throw new Refusal('password.same')
  return replacePassword(app, by, player, given.password, {
    session: identity.sessionId,
    close: given.closeSessions ? { except: identity.sessionId } : 'none',
    async beforeUpdate({ tx, audit }) {
      await requireSamePassword(tx, player)
      audit('password.changed', player.id)
    },
  })
}
