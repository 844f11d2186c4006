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
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { type OpenedSession, openSession } from '../../sessions/open-session.ts'
import { requireConsents, storeConsents } from '../consent/give-consent.ts'

export type Registration = {
  username: string
  email: string
  password: string
  /** The name of the player who invited this one. An unknown name is ignored. */
  ref: string | undefined
  locale: Locale
  consents: Consents
}

/**
 * Creates an account and opens its first session. Concurrent requests cannot evade the checks: unique columns decide
 * who gets a name or an address, and the registration is counted towards the client's limit in the same transaction.
 * The password is hashed before name and address are looked up, so that timing does not reveal a taken name
 * (docs/contract.md#registration-and-confirmation).
 * @throws Refusal `auth.registrationclosed`, also until the site has an administrator; `password.*`,
 * `auth.usernametaken`, `auth.emailtaken`, `request.invalid` naming missing consents, `request.toomany`, `overloaded`
 */
export async function registerPlayer(
  app: App,
  input: Registration,
  client: Client,
): Promise<OpenedSession> {
  const { registrationOpen, emailConfirmation } = await app.settings.read()
  if (!registrationOpen || (await app.needsSetup())) throw new Refusal('auth.registrationclosed')
  await requireConsents(app, input.consents)
  await checkNewPassword(app, input.password, input)

  const player = newPlayer(app, {
    ...input,
    passwordHash: await app.passwords.hash(input.password),
    activated: !emailConfirmation,
    superuser: false,
  })
  const inviterId = input.ref && (await findPlayerIdByUsername(app.db, input.ref))

  return change(app, { actor: player.id, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    const given = { ...player, inviterId: inviterId || null, waits: true }
    await insertPlayer(tx, given, now)
    await storeConsents(work, player.id, input.consents)
    await countRateLimitedCall({ db: tx, clock: app.clock }, registrationLimit, client.ip)
    work.audit('player.registered', player.id, { after: player.username })
    work.emit('player.registered', { player: player.id })
    await app.giveHeldPurchases(work, [player])
    if (emailConfirmation) {
      const activation = { to: input.email, endsAfter: settings.unconfirmedDays }
      await sendActivationCode(app, work, player, activation)
    }
    return openSession(app, work, { player, client, isKnownDevice: true, with: 'account' })
  }).catch((error) => refuseTaken(app.db, error, input.username))
}

const [registrationLimit] = endpoints.register.limits
