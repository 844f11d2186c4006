import { endpoints, type RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { playerMay } from '../../permissions/may.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { checkNewPassword } from './check-new-password.ts'
import { NOTHING_REMOVED } from './remove-access.ts'
import { replacePassword } from './replace-password.ts'
import { linkHash } from './request-reset.ts'
import { consumeResetLink, findResetLink } from './reset-store.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'passwords' | 'breachList'>

/**
 * Sets a new password by a mailed link; without a password, only checks the link. Only one of several concurrent calls
 * with one link succeeds. If the new password is refused, the link stays valid. Opens no session
 * (docs/contract.md#reset).
 * @returns what was removed
 * @throws Refusal `auth.linkexpired`, `password.*`, `request.toomany`, `overloaded`
 */
export async function resetPassword(
  app: Deps,
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
  const isStaff = await playerMay(app, player, 'panel.access')
  const by = { actor: player.id, ip: client.ip }
  return replacePassword(app, by, player, given.password, {
    close: given.closeSessions ? 'all' : 'none',
    byMail: { isStaff },
    async beforeUpdate({ tx, now, audit }) {
      if (!(await consumeResetLink(tx, hash, now))) throw new Refusal('auth.linkexpired')
      await countRateLimitedCall({ db: tx, clock: app.clock }, resetLimit, client.ip)
      audit('password.reset', player.id)
    },
  })
}

const [resetLimit] = endpoints.resetPassword.limits
