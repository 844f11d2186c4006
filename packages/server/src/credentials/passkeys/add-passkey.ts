import { MOST_PASSKEYS, type NewCredential } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Client, deviceName } from '../../platform/network/client.ts'
import { newId } from '../../platform/random.ts'
import type { Identity } from '../../players/identity.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { holdSession, markSecondFactor } from '../../sessions/reauthentication-store.ts'
import type { RelyingParty } from '../../settings/relying-party.ts'
import { ATTEMPT_TTL, type Attempt, beginAttempt, readAttempt } from './ceremony.ts'
import { type Passkey, userHandle } from './passkey.ts'
import { passkeyMail } from './passkey-mail.ts'
import { burnAttempt, countPasskeys, insertPasskey, listPasskeys } from './passkey-store.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/** EdDSA, ES256 and RS256, of which every authenticator knows one; Node checks no newer ones without a warning. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Begins to add a passkey, in this session alone: returns what the browser needs to make one that it finds
 * by itself later and that asks for a finger, a face or a PIN.
 *
 * @throws Refusal `passkey.unavailable`, `passkey.toomany`, `auth.unauthorized`
 */
export async function offerPasskey(
  app: App,
  { playerId, sessionId }: Identity,
): Promise<{ attempt: string; options: object }> {
  const party = requireRelyingParty(app)
  const { username } = await requireOwnPlayer(app.db, playerId)
  const own = await listPasskeys(app.db, playerId)
  if (own.length >= MOST_PASSKEYS) throw new Refusal('passkey.toomany')

  const { siteName } = await app.settings.read()
  const { attempt, challenge } = await beginAttempt(app, `create ${sessionId}`)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: party.host,
    userID: userHandle(playerId),
    userName: username,
    userDisplayName: username,
    challenge: Uint8Array.from(challenge),
    timeout: ATTEMPT_TTL,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own
      .filter(({ host }) => host === party.host)
      .map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { attempt, options }
}

/**
 * Adds the passkey that the browser made, named after the device unless the player names it, and tells the
 * player by mail. The session stays open until it is added: one that is being closed adds nothing. The passkey was used in
 * this session, so the session has a second factor from then on.
 *
 * @throws Refusal `passkey.unavailable`, `passkey.expired`, `passkey.wrong`, `passkey.known`,
 *   `passkey.toomany`, `auth.unauthorized`
 */
export async function addPasskey(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  given: { attempt: string; name?: string; credential: NewCredential },
  client: Client,
): Promise<Passkey> {
  const party = requireRelyingParty(app)
  const attempt = await readAttempt(app, `create ${sessionId}`, given.attempt)
  const made = await verify(given.credential, { attempt, party })
  if (!made) {
    await burnAttempt(app.db, attempt)
    throw new Refusal('passkey.wrong')
  }
  return change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, playerId)
    const session = await holdSession(tx, { playerId, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') throw new Refusal('passkey.expired') // the password was replaced meanwhile
    if (!(await burnAttempt(tx, attempt))) throw new Refusal('passkey.expired')
    if ((await countPasskeys(tx, playerId)) >= MOST_PASSKEYS) throw new Refusal('passkey.toomany')
    const passkey: Passkey = {
      ...made,
      id: newId(app.random),
      playerId,
      name: given.name?.trim() || deviceName(client.agent),
      transports: given.credential.response.transports ?? [],
      host: party.host,
      createdAt: now,
      lastUsedAt: null,
      copiedAt: null,
    }
    if (!(await insertPasskey(tx, passkey))) throw new Refusal('passkey.known')
    await markSecondFactor(tx, { sessionId, playerId, now, secondFactor: 'passkey' })
    work.note('passkey.added', playerId, { after: passkey.name })
    const about = { player, site: settings, url: app.config.publicUrl, name: passkey.name }
    work.tell(player, (to) => passkeyMail({ ...about, to, added: true }))
    return passkey
  })
}

type Made = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'synced'>

/** Returns undefined for what this attempt did not ask for, whatever is wrong with it. */
async function verify(
  { id, response }: NewCredential,
  { attempt, party }: { attempt: Attempt; party: RelyingParty },
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: attempt.challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialBackedUp: synced } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return { credentialId: credential.id, publicKey, counter: credential.counter, synced }
  } catch {
    return undefined // the library throws for everything that does not fit
  }
}
