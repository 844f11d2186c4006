import type { SecondFactor } from '@portal/contract'
import type { App } from '../app.ts'
import { change, type UnitOfWork } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import {
  consumeOnce,
  readTicket,
  type Ticket,
  writeTicket,
} from '../credentials/linked-accounts/authorization-request.ts'
import type { ExternalIdentity } from '../credentials/linked-accounts/identity.ts'
import { findIdentity, recordIdentityUse } from '../credentials/linked-accounts/identity-store.ts'
import { shareLockProvider } from '../credentials/linked-accounts/provider-store.ts'
import {
  type ProviderCallback,
  resolveIdentity,
} from '../credentials/linked-accounts/resolve-identity.ts'
import { checkCode } from '../credentials/two-factor/check-code.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Player } from '../players/player.ts'
import { lockPlayer } from '../players/player-store.ts'
import { deleteAttempts } from '../security/lockout/attempt-store.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'

/** An opened session or, if the player must still enter a 2FA code, a ticket for `logInByTicket`. */
export type IdentitySignIn = (
  | { opened: OpenedSession; ticket: null }
  | { opened: null; ticket: string }
) & { next: string | null }

type IdentityUse = {
  provider: string
  externalIdentity: ExternalIdentity
  client: Client
  secondFactor: SecondFactor | null
}

/**
 * Signs in a player by a linked account; never creates a player. Requires a 2FA code of this site unless the operator
 * trusts the provider. A lockout after wrong passwords does not apply, and is not reset
 * (docs/contract.md#linked-accounts).
 * @throws the refusals of `resolveIdentity`; Refusal `identity.notlinked` if no player has linked the account
 */
export async function logInByIdentity(
  app: App,
  callback: ProviderCallback,
  client: Client,
): Promise<IdentitySignIn> {
  const { provider } = callback
  const { externalIdentity, next } = await resolveIdentity(app, 'login', callback).catch(
    (error) => {
      if (error instanceof Refusal && error.code === 'identity.wrong') {
        app.metrics.countLogin('wrong-identity')
      }
      throw error
    },
  )
  const identity = await findIdentity(app.db, { provider, subject: externalIdentity.subject })
  if (!identity) throw await refuseUnlinked(app, client)

  const { playerId } = identity
  const by = { provider, externalIdentity, client }
  const opened = await change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('identity.notlinked')
    const { trusted } = await requireEnabled(work, provider)
    if (player.totpEnabledAt !== null && !trusted) return null
    return openIdentitySession(app, work, player, {
      ...by,
      secondFactor: trusted ? 'identity' : null,
    })
  })
  app.metrics.countLogin(opened ? 'accepted' : 'code-missing')
  if (opened) return { opened, ticket: null, next }
  return {
    opened,
    ticket: await writeTicket(app, { playerId, provider, ...externalIdentity }),
    next,
  }
}

/**
 * Completes a sign-in by a linked account with a 2FA code. A wrong code counts like a wrong code of any other sign-in.
 * Only a right code consumes the ticket.
 * @throws Refusal `identity.expired` for a used or expired ticket; `identity.notlinked`, `identity.providernotfound`;
 * `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`
 */
export async function logInByTicket(
  app: App,
  given: { ticket: string; totp: string },
  client: Client,
): Promise<OpenedSession> {
  const ticket = await readTicket(app, given.ticket)
  const { playerId, provider } = ticket
  const counters = await checkCode(app, playerId, given.totp, client)
  const by = { provider, externalIdentity: { subject: ticket.subject, name: ticket.name }, client }
  const opened = await change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('identity.notlinked')
    await consumeTicket(work, ticket)
    await requireEnabled(work, provider)
    await deleteAttempts(work.tx, counters)
    return openIdentitySession(app, work, player, { ...by, secondFactor: 'code' })
  })
  app.metrics.countLogin('accepted')
  return opened
}

async function consumeTicket({ tx }: UnitOfWork, { id, expiresAt }: Ticket): Promise<void> {
  if (!(await consumeOnce({ db: tx }, id, expiresAt))) throw new Refusal('identity.expired')
}

async function requireEnabled({ tx }: UnitOfWork, slug: string): Promise<{ trusted: boolean }> {
  const provider = await shareLockProvider(tx, slug)
  if (!provider?.enabled) throw new Refusal('identity.providernotfound')
  return provider
}

/**
 * Opens the session. The statement that records the use of the linked account also checks that the account is still
 * linked.
 * @throws Refusal `identity.notlinked`
 */
async function openIdentitySession(
  app: App,
  work: UnitOfWork,
  player: Player,
  { provider, externalIdentity, client, secondFactor }: IdentityUse,
): Promise<OpenedSession> {
  const used = { playerId: player.id, provider, externalIdentity, now: work.now }
  if (!(await recordIdentityUse(work.tx, used))) throw new Refusal('identity.notlinked')
  const how = { with: 'identity', secondFactor } as const
  return openSession(app, work, { player, client, isKnownDevice: false, ...how })
}

async function refuseUnlinked(app: App, { ip }: Client): Promise<Refusal> {
  app.metrics.countLogin('unknown-identity')
  await writeAudit(app, { action: 'login.missed', actor: null, ip, target: null })
  return new Refusal('identity.notlinked')
}
