import type { App } from '../app.ts'
import { change } from '../audit/change.ts'
import { DAY } from '../platform/clock.ts'
import type { Player } from '../players/player.ts'
import type { FailureReason } from '../security/lockout/run-attempt.ts'
import { countCall } from '../security/rate-limits/rate-limit-store.ts'
import { knownDeviceFingerprint } from '../sessions/device.ts'
import { hasDevice } from '../sessions/device-store.ts'
import { compromisedPasswordMail } from '../sessions/session-mail.ts'
import type { SignInSurface } from './login-counters.ts'

type FailedSignIn = { reason: FailureReason; startedLockout?: boolean; player: Player | undefined }

/**
 * Mails a player whose password is probably known to another person. One conditional statement limits the mails to one
 * a day, also for concurrent attempts (docs/contract.md#signing-in).
 */
export async function warnOfCompromisedPassword(
  app: App,
  failed: FailedSignIn,
  from: SignInSurface & { actor: string | null },
): Promise<void> {
  const { player } = failed
  if (!player || !(await isSuspicious(app, failed, player, from))) return

  const { surface, client, actor } = from
  await change(app, { actor, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    const limit = { calls: 1, resetsAt: now + DAY, now }
    if (!(await countCall(tx, `password-known:${player.id}`, limit))) return
    const about = { player, at: now, site: settings, url: app.config.publicUrl }
    const seen = surface === 'site' ? { ...about, client } : about
    work.audit('login.password-known', player.id)
    work.notify(player, (to) => compromisedPasswordMail({ ...seen, to }))
  })
}

/**
 * Whether a failed sign-in suggests that another person knows the password. On the site: right password, no right code,
 * and an unknown device. In launchers, every sign-in with 2FA begins without a code, and the address is that of the
 * launcher server. So only wrong codes that started a lockout are suspicious there.
 */
async function isSuspicious(
  { db }: App,
  { reason, startedLockout = false }: FailedSignIn,
  player: Player,
  { surface, client }: SignInSurface,
): Promise<boolean> {
  if (surface !== 'site') return reason === 'totp-wrong' && startedLockout
  const knowsPassword = reason === 'totp-missing' || reason === 'totp-wrong'
  return knowsPassword && !(await hasDevice(db, player.id, knownDeviceFingerprint(client)))
}
