import type { SecondFactor } from '@portal/contract'
import type { App } from '../app.ts'
import { change, type Work } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import {
  burn,
  readTicket,
  type Ticket,
  writeTicket,
} from '../credentials/linked-accounts/authorization-request.ts'
import type { Person } from '../credentials/linked-accounts/identity.ts'
import { findIdentity, noteIdentityUse } from '../credentials/linked-accounts/identity-store.ts'
import { holdProvider } from '../credentials/linked-accounts/provider-store.ts'
import { meetPerson, type Return } from '../credentials/linked-accounts/resolve-identity.ts'
import { checkCode } from '../credentials/two-factor/check-code.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Player } from '../players/player.ts'
import { lockPlayer } from '../players/player-store.ts'
import { deleteTries } from '../security/lockout/attempt-store.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'

/** Who was let in; or a ticket, for who still owes the code of their second factor. */
export type LetInByIdentity = (
  | { opened: OpenedSession; ticket: null }
  | { opened: null; ticket: string }
) & { next: string | null }

/** Which account elsewhere signs a player in, and the second factor that was given. */
type By = { provider: string; person: Person; client: Client; secondFactor: SecondFactor | null }

/**
 * Opens a session for whoever a service says is there, if a player has linked that account; no account is
 * made. The site's second factor is asked for, unless the owner trusts the service. Wrong passwords neither keep
 * them out nor are forgotten by it (docs/contract.md#linked-accounts).
 *
 * @throws Refusal `identity.providernotfound`, `identity.expired`, `identity.cancelled`, `identity.wrong`,
 *   `identity.unavailable`, `identity.notlinked`, `overloaded`
 */
export async function logInByIdentity(
  app: App,
  returned: Return,
  client: Client,
): Promise<LetInByIdentity> {
  const { provider } = returned
  const { person, next } = await meetPerson(app, 'login', returned).catch((error) => {
    if (error instanceof Refusal && error.code === 'identity.wrong') {
      app.metrics.countLogin('wrong-identity')
    }
    throw error
  })
  const identity = await findIdentity(app.db, { provider, subject: person.subject })
  if (!identity) throw await refuseStranger(app, client)

  const { playerId } = identity
  const by = { provider, person, client }
  const opened = await change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('identity.notlinked')
    const { trusted } = await requireOn(work, provider)
    if (player.totpEnabledAt !== null && !trusted) return null
    return open(app, work, player, { ...by, secondFactor: trusted ? 'identity' : null })
  })
  app.metrics.countLogin(opened ? 'accepted' : 'code-missing')
  if (opened) return { opened, ticket: null, next }
  return { opened, ticket: await writeTicket(app, { playerId, provider, ...person }), next }
}

/**
 * Opens a session for who has a ticket, by the code of their second factor or a recovery code. A wrong one is a
 * miss as at any sign-in; the ticket stays, until a right one uses it up.
 *
 * @throws Refusal `identity.expired`, `identity.notlinked`, `identity.providernotfound`, `auth.wrong2fa`,
 *   `auth.toomanyattempts` while codes of the account are paused, `overloaded`
 */
export async function logInByTicket(
  app: App,
  given: { ticket: string; totp: string },
  client: Client,
): Promise<OpenedSession> {
  const ticket = await readTicket(app, given.ticket)
  const { playerId, provider } = ticket
  const counts = await checkCode(app, playerId, given.totp, client)
  const by = { provider, person: { subject: ticket.subject, name: ticket.name }, client }
  const opened = await change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player) throw new Refusal('identity.notlinked')
    await useUp(work, ticket)
    await requireOn(work, provider)
    await deleteTries(work.tx, counts)
    return open(app, work, player, { ...by, secondFactor: 'code' })
  })
  app.metrics.countLogin('accepted')
  return opened
}

async function useUp({ tx }: Work, { id, expiresAt }: Ticket): Promise<void> {
  if (!(await burn({ db: tx }, id, expiresAt))) throw new Refusal('identity.expired')
}

async function requireOn({ tx }: Work, slug: string): Promise<{ trusted: boolean }> {
  const provider = await holdProvider(tx, slug)
  if (!provider?.enabled) throw new Refusal('identity.providernotfound')
  return provider
}

/** The link is looked at once more, by the statement that notes its use: it may have been removed meanwhile. */
async function open(
  app: App,
  work: Work,
  player: Player,
  { provider, person, client, secondFactor }: By,
): Promise<OpenedSession> {
  const used = { playerId: player.id, provider, person, now: work.now }
  if (!(await noteIdentityUse(work.tx, used))) throw new Refusal('identity.notlinked')
  const how = { with: 'identity', secondFactor } as const
  return openSession(app, work, { player, client, familiar: false, ...how })
}

async function refuseStranger(app: App, { ip }: Client): Promise<Refusal> {
  app.metrics.countLogin('unknown-identity')
  await writeAudit(app, { action: 'login.missed', actor: null, ip, target: null })
  return new Refusal('identity.notlinked')
}
