import { endpoints, type RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { ChangeNeeds } from '../../audit/change.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { checkNewPassword } from './check-new-password.ts'
import { NOTHING_REMOVED } from './remove-access.ts'
import { replacePassword } from './replace-password.ts'
import { linkHash } from './request-reset.ts'
import { burnResetLink, findResetLink } from './reset-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'passwords' | 'breachList'>

/**
 * Changes a password by a mailed link, or only checks the link when no password is given. Of any
 * number of parallel calls with one link, only one changes the password. A refused password leaves
 * the link good. What else signs in is removed. The first proof of an address takes the account from whoever made it:
 * every session ends, and 2FA is turned off unless the player may enter the panel; otherwise 2FA stays as it is. Nobody
 * is signed in by this (docs/contract.md#reset).
 *
 * @returns what was removed.
 * @throws Refusal `auth.linkexpired`, `password.*`, `request.toomany`, `overloaded`
 */
export async function resetPassword(
  app: Needs,
  given: { token: string; password: string | undefined; closeSessions: boolean },
  client: Client,
): Promise<RemovedAccess> {
  const hash = linkHash(given.token)
  const playerId = await findResetLink(app.db, hash, app.clock.now())
  const player = playerId && (await findPlayer(app.db, playerId))
  if (!player) throw new Refusal('auth.linkexpired')
  if (given.password === undefined) return NOTHING_REMOVED

  await checkNewPassword(app, given.password, player)
  const same = await app.passwords.verify(player.passwordHash, given.password)
  if (same) throw new Refusal('password.same')
  const isStaff = await isAllowed(app, player, 'panel.access')
  const by = { actor: player.id, ip: client.ip }
  return replacePassword(app, by, player, given.password, {
    close: given.closeSessions ? 'all' : 'none',
    byMail: { isStaff },
    async first({ tx, now, note }) {
      if (!(await burnResetLink(tx, hash, now))) throw new Refusal('auth.linkexpired')
      await takeCall({ db: tx, clock: app.clock }, resetLimit, client.ip)
      note('password.reset', player.id)
    },
  })
}

const [resetLimit] = endpoints.resetPassword.limits
