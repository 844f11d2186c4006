import { endpoints, type Locale } from '@portal/contract'
import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { checkNewPassword } from '../password/check-new-password.ts'
import type { Client } from '../platform/client.ts'
import { takeCall } from '../platform/limits/rate-limit.ts'
import { newPlayer } from '../player/new-player.ts'
import { findPlayerIdByUsername, insertPlayer } from '../player/player-store.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { sendActivationCode } from './activate-player.ts'
import { refusalOfTaken } from './taken.ts'

export type Registration = {
  username: string
  email: string
  password: string
  /** The inviter's username; unknown ones are ignored. */
  ref: string | undefined
  locale: Locale
}

/**
 * Makes an account and opens its first session. Names and addresses are settled by the database's
 * unique columns, and the registration counts against the address's limit in the same transaction,
 * so neither can be overrun by parallel requests. The password is hashed before anything is known
 * about name and address: a taken one is refused no sooner than a free one is accepted.
 *
 * @throws Refusal `auth.registrationclosed`, `password.*`, `auth.usernametaken`, `auth.emailtaken`,
 *   `request.toomany`, `overloaded` (docs/contract.md#registration-and-confirmation).
 */
export async function registerPlayer(
  app: App,
  wanted: Registration,
  client: Client,
): Promise<OpenedSession> {
  const settings = await app.settings.read()
  const { registrationOpen, emailConfirmation, siteName, unconfirmedDays } = settings
  if (!registrationOpen) throw new Refusal('auth.registrationclosed')
  await checkNewPassword(app, wanted.password, wanted)

  const player = newPlayer(app, {
    ...wanted,
    passwordHash: await app.passwords.hash(wanted.password),
    activated: !emailConfirmation,
    superuser: false,
  })
  const inviterId = wanted.ref && (await findPlayerIdByUsername(app.db, wanted.ref))
  const generation = await app.keys.newest()

  const opened = await app.db
    .transaction()
    .execute(async (tx) => {
      await insertPlayer(tx, { ...player, inviterId: inviterId || null, waits: emailConfirmation })
      await takeCall({ db: tx, clock: app.clock }, registrationLimit, client.ip)
      const about = { actor: player.id, target: player.id, ip: client.ip, after: player.username }
      await insertAudit(tx, newAudit(app, { action: 'player.registered', ...about }))
      if (emailConfirmation) {
        await sendActivationCode(app, tx, generation, { player, siteName, unconfirmedDays })
      }
      return openSession(app, tx, generation, { player, client, settings, familiar: true })
    })
    .catch(async (error) => {
      throw (await refusalOfTaken(app.db, error, wanted.username)) ?? error
    })
  if (emailConfirmation) app.postman.wake()
  return opened
}

const [registrationLimit] = endpoints.register.limits
