import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change } from '../audit/change.ts'
import { linkHash } from '../credentials/password/request-reset.ts'
import { insertResetLink } from '../credentials/password/reset-store.ts'
import { secondsUntilMailAllowed } from '../mail/mail-rate-limit.ts'
import { requireSuperuser } from '../permissions/superusers/require-superuser.ts'
import { DAY } from '../platform/clock.ts'
import { newToken } from '../platform/random.ts'
import {
  type AwaitingCounts,
  countAwaitingPassword,
  listAwaitingPassword,
  takeAwaitingPassword,
} from './awaiting-password-store.ts'
import { firstPasswordMail } from './first-password-mail.ts'
import { fingerprintOf } from './plan/fingerprint.ts'

/** Longer than the lifetime of a requested link, because the player does not expect this mail (docs/imports.md). */
const LINK_TTL = 7 * DAY
const BATCH_SIZE = 100

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Mails a link to players who were imported without a password, at most 100 per call. Each player gets it only once,
 * even if calls run concurrently. Skips players who have set a password in the meantime. Players at the mail limit
 * still wait.
 * @returns how many links were sent, and how many players still wait
 */
export async function sendResetLinks(
  app: Deps,
  by: Actor,
): Promise<AwaitingCounts & { sent: number }> {
  return change(app, by, async (work) => {
    await requireSuperuser(work)
    const { tx, now, settings: site } = work
    let sent = 0
    for (const player of await listAwaitingPassword(tx, BATCH_SIZE)) {
      const { id, email: to } = player
      const limits = { db: tx, clock: app.clock }
      if ((await secondsUntilMailAllowed(limits, 'reset', to)) > 0) continue
      if (!(await takeAwaitingPassword(tx, id))) continue
      if (fingerprintOf(player.passwordHash) !== player.passwordMark) continue
      const token = newToken(app.random)
      const link = { hash: linkHash(token), playerId: id, createdAt: now }
      await insertResetLink(tx, { ...link, expiresAt: now + LINK_TTL })
      const url = `${app.config.publicUrl}/reset?hash=${token}`
      work.sendMail(firstPasswordMail({ player, to, site, url }))
      work.audit('password.reset-requested', id)
      sent += 1
    }
    return { sent, ...(await countAwaitingPassword(tx)) }
  })
}

export async function showResetLinks(
  app: Pick<App, 'db' | 'clock'>,
  by: Actor,
): Promise<AwaitingCounts> {
  await requireSuperuser({ tx: app.db, by, now: app.clock.now() })
  return countAwaitingPassword(app.db)
}
