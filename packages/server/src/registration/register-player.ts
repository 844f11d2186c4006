import { endpoints, type Locale, type LoginReply } from '@portal/contract'
import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { passwordFault } from '../password/password-rules.ts'
import type { Client } from '../platform/client.ts'
import { newUuid } from '../platform/random.ts'
import { takeCall } from '../platform/rate-limit.ts'
import type { Player } from '../player/player.ts'
import { findPlayerByLogin, findTaken, insertPlayer } from '../player/player-store.ts'
import { toUser } from '../player/to-user.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { refusalOfTaken } from './create-player.ts'

export type Registration = {
  username: string
  email: string
  password: string
  /** The inviter's username; unknown ones are ignored. */
  ref: string | undefined
  locale: Locale
}

/**
 * Makes an account and signs the player in. Names and addresses are settled by the database's
 * unique columns, and the registration counts against the address's limit in the same transaction,
 * so neither can be overrun by parallel requests.
 *
 * @throws Refusal `auth.registrationclosed`, `password.*`, `auth.usernametaken`, `auth.emailtaken`,
 *   `request.toomany`, `overloaded` (answers, register).
 */
export async function registerPlayer(
  app: App,
  wanted: Registration,
  client: Client,
): Promise<{ opened: OpenedSession; reply: LoginReply }> {
  const settings = await app.settings.read()
  if (!settings.registrationOpen) throw new Refusal('auth.registrationclosed')
  const fault = passwordFault(wanted.password)
  if (fault) throw new Refusal(fault)
  await refuseTaken(app, wanted)

  const now = app.clock.now()
  const player: Player = {
    id: newUuid(app.random),
    username: wanted.username,
    email: wanted.email,
    passwordHash: await app.passwords.hash(wanted.password),
    locale: wanted.locale,
    activatedAt: now,
    passwordChangeRequiredAt: null,
    superuserAt: null,
    realCents: 0,
    virtualCents: 0,
    createdAt: now,
  }
  const inviter = wanted.ref && (await findPlayerByLogin(app.db, wanted.ref))
  const inviterId = inviter ? inviter.id : null
  const generation = await app.keys.newest()
  const signIn = { player, client, siteName: settings.siteName, familiar: true }

  const opened = await app.db
    .transaction()
    .execute(async (tx) => {
      await insertPlayer(tx, { ...player, inviterId })
      await takeCall({ db: tx, clock: app.clock }, registrationLimit, client.ip)
      const about = { actor: player.id, target: player.id, ip: client.ip, after: player.username }
      await insertAudit(tx, newAudit(app, { action: 'player.registered', ...about }))
      return openSession(app, tx, generation, signIn)
    })
    .catch((error) => {
      throw refusalOfTaken(error) ?? error
    })

  const identity = { playerId: player.id, sessionId: opened.session.id }
  const accessToken = await app.accessTokens.sign(identity)
  return {
    opened,
    reply: { accessToken, refreshToken: opened.refreshToken, user: toUser(player) },
  }
}

const [registrationLimit] = endpoints.register.limits

const codeOfTaken = { username: 'auth.usernametaken', email: 'auth.emailtaken' } as const

/** Spares a taken name the hashing; the unique columns decide what this read cannot see. */
async function refuseTaken(app: App, wanted: Registration): Promise<void> {
  const taken = await findTaken(app.db, wanted)
  if (taken) throw new Refusal(codeOfTaken[taken])
}
