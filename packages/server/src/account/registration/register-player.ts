import { type Consents, endpoints, type Locale } from '@portal/contract'
import type { App } from '../../app.ts'
import { change } from '../../audit/change.ts'
import { sendActivationCode } from '../../credentials/email-codes/send-activation-code.ts'
import { checkNewPassword } from '../../credentials/password/check-new-password.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { newPlayer } from '../../players/new-player.ts'
import { findPlayerIdByUsername, insertPlayer } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { type OpenedSession, openSession } from '../../sessions/open-session.ts'
import { keepConsents, requireConsents } from '../consent/give-consent.ts'

export type Registration = {
  username: string
  email: string
  password: string
  /** The inviter's username; unknown ones are ignored. */
  ref: string | undefined
  locale: Locale
  /** What they agree to, where the owner asks for something. */
  consents: Consents
}

/**
 * Makes an account and opens its first session. Unique columns decide who gets a name or an
 * address, and the registration counts towards the client's limit in the same transaction, so
 * parallel requests cannot get around either. The password is hashed before the name and address
 * are looked up: a taken name is refused no sooner than a free one is accepted.
 *
 * @throws Refusal `auth.registrationclosed`, also until the site has an administrator; `password.*`, `auth.usernametaken`, `auth.emailtaken`,
 *   `request.invalid` with what was not agreed to, `request.toomany`, `overloaded` (docs/contract.md#registration-and-confirmation).
 */
export async function registerPlayer(
  app: App,
  wanted: Registration,
  client: Client,
): Promise<OpenedSession> {
  const { registrationOpen, emailConfirmation } = await app.settings.read()
  if (!registrationOpen || (await app.waitsForOwner())) throw new Refusal('auth.registrationclosed')
  await requireConsents(app, wanted.consents)
  await checkNewPassword(app, wanted.password, wanted)

  const player = newPlayer(app, {
    ...wanted,
    passwordHash: await app.passwords.hash(wanted.password),
    activated: !emailConfirmation,
    superuser: false,
  })
  const inviterId = wanted.ref && (await findPlayerIdByUsername(app.db, wanted.ref))

  return change(app, { actor: player.id, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    const given = { ...player, inviterId: inviterId || null, waits: true }
    await insertPlayer(tx, given, now)
    await keepConsents(work, player.id, wanted.consents)
    await takeCall({ db: tx, clock: app.clock }, registrationLimit, client.ip)
    work.note('player.registered', player.id, { after: player.username })
    if (emailConfirmation) {
      const how = { to: wanted.email, endsAfter: settings.unconfirmedDays }
      await sendActivationCode(app, work, player, how)
    }
    return openSession(app, work, { player, client, familiar: true, with: 'account' })
  }).catch((error) => refuseTaken(app.db, error, wanted.username))
}

const [registrationLimit] = endpoints.register.limits
