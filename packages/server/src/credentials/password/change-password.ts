import type { RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import { checkNewPassword } from './check-new-password.ts'
import { checkOwnPassword, requireSamePassword } from './check-own-password.ts'
import { replacePassword } from './replace-password.ts'

/**
 * Changes the signed-in player's own password. `closeSessions` ends every session except the one
 * that makes the call, and removes what else signs in.
 *
 * @returns what was removed.
 * @throws Refusal `password.wrong`, `password.same` and the other `password.*`,
 *   `auth.unauthorized`, `overloaded`
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
    async first({ tx, note }) {
      await requireSamePassword(tx, player)
      note('password.changed', player.id)
    },
  })
}
