import type { App } from '../app.ts'
import { change } from '../audit/change.ts'
import { DAY } from '../platform/clock.ts'
import type { Player } from '../players/player.ts'
import type { Miss } from '../security/lockout/run-attempt.ts'
import { countCall } from '../security/rate-limits/rate-limit-store.ts'
import { familiarMark } from '../sessions/device.ts'
import { hasDevice } from '../sessions/device-store.ts'
import { passwordKnownMail } from '../sessions/session-mail.ts'
import type { FrontDoor } from './login-counts.ts'

type Missed = { miss: Miss; beganPause?: boolean; player: Player | undefined }

/**
 * Audits that somebody knows the player's password but not the code, and tells the player. One
 * statement makes sure that this happens once a day, however many tries come at once
 * (docs/contract.md#signing-in).
 */
export async function warnOfKnownPassword(
  app: App,
  missed: Missed,
  from: FrontDoor & { actor: string | null },
): Promise<void> {
  const { player } = missed
  if (!player || !(await isSuspicious(app, missed, player, from))) return

  const { door, client, actor } = from
  await change(app, { actor, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    const once = { calls: 1, resetsAt: now + DAY, now }
    if (!(await countCall(tx, `password-known:${player.id}`, once))) return
    const about = { player, at: now, site: settings, url: app.config.publicUrl }
    const seen = door === 'site' ? { ...about, client } : about
    work.note('login.password-known', player.id)
    work.tell(player, (to) => passwordKnownMail({ ...seen, to }))
  })
}

/**
 * Tells whether a miss means that a stranger knows the password. Away from the site every sign-in with 2FA
 * begins without a code, and a launcher server's address is never the player's, so only wrong codes that led
 * to a pause are suspicious there.
 */
async function isSuspicious(
  { db }: App,
  { miss, beganPause = false }: Missed,
  player: Player,
  { door, client }: FrontDoor,
): Promise<boolean> {
  if (door !== 'site') return miss === 'totp-wrong' && beganPause
  const knowsPassword = miss === 'totp-missing' || miss === 'totp-wrong'
  return knowsPassword && !(await hasDevice(db, player.id, familiarMark(client)))
}
