import { MAX_PASSKEYS, type NewCredential } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Client, deviceName } from '../../platform/network/client.ts'
import { newId } from '../../platform/random.ts'
import type { Identity } from '../../players/identity.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { lockOpenSession, markSecondFactor } from '../../sessions/reauthentication-store.ts'
import type { RelyingParty } from '../../settings/relying-party.ts'
import { beginCeremony, CEREMONY_TTL, type Ceremony, readCeremony } from './ceremony.ts'
import { type Passkey, userHandle } from './passkey.ts'
import { passkeyMail } from './passkey-mail.ts'
import {
  consumeSingleUseToken,
  countPasskeys,
  insertPasskey,
  listPasskeys,
} from './passkey-store.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * The signature algorithms EdDSA, ES256 and RS256. Every authenticator supports one of them, and Node verifies them
 * without a warning.
 */
const ALGORITHMS = [-8, -7, -257]

/**
 * Makes the options for a new passkey, bound to this session. They require a discoverable credential and user
 * verification.
 * @throws Refusal `passkey.unavailable`, `passkey.toomany`; `auth.unauthorized` if the player no longer exists
 */
export async function registrationOptions(
  app: App,
  { playerId, sessionId }: Identity,
): Promise<{ attempt: string; options: object }> {
  const party = requireRelyingParty(app)
  const { username } = await requireOwnPlayer(app.db, playerId)
  const own = await listPasskeys(app.db, playerId)
  if (own.length >= MAX_PASSKEYS) throw new Refusal('passkey.toomany')

  const { siteName } = await app.settings.read()
  const { attempt: ceremony, challenge } = await beginCeremony(app, `create ${sessionId}`)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: party.host,
    userID: userHandle(playerId),
    userName: username,
    userDisplayName: username,
    challenge: Uint8Array.from(challenge),
    timeout: CEREMONY_TTL,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own
      .filter(({ host }) => host === party.host)
      .map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { attempt: ceremony, options }
}

/**
 * Adds a passkey and records that the session has used a second factor. Locks the session, so that it stays open until
 * the passkey is added.
 * @throws Refusal `passkey.unavailable`; `passkey.expired` if the attempt is used or expired, or the password was
 * changed in the meantime; `passkey.wrong`, `passkey.toomany`, `passkey.known`; `auth.unauthorized` if the session was
 * closed
 */
export async function addPasskey(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  given: { attempt: string; name?: string; credential: NewCredential },
  client: Client,
): Promise<Passkey> {
  const party = requireRelyingParty(app)
  const ceremony = await readCeremony(app, `create ${sessionId}`, given.attempt)
  const verified = await verifyRegistration(given.credential, { attempt: ceremony, party })
  if (!verified) {
    await consumeSingleUseToken(app.db, ceremony)
    throw new Refusal('passkey.wrong')
  }
  return change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, playerId)
    const session = await lockOpenSession(tx, { playerId, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') throw new Refusal('passkey.expired') // the password was changed in the meantime
    if (!(await consumeSingleUseToken(tx, ceremony))) throw new Refusal('passkey.expired')
    if ((await countPasskeys(tx, playerId)) >= MAX_PASSKEYS) throw new Refusal('passkey.toomany')
    const passkey: Passkey = {
      ...verified,
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
    work.audit('passkey.added', playerId, { after: passkey.name })
    const about = { player, site: settings, url: app.config.publicUrl, name: passkey.name }
    work.notify(player, (to) => passkeyMail({ ...about, to, added: true }))
    return passkey
  })
}

type VerifiedCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'synced'>

/** Verifies the response to `registrationOptions`. Returns undefined for an invalid response. */
async function verifyRegistration(
  { id, response }: NewCredential,
  { attempt: ceremony, party }: { attempt: Ceremony; party: RelyingParty },
): Promise<VerifiedCredential | undefined> {
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
      expectedChallenge: ceremony.challenge.toString('base64url'),
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
    return undefined // the library throws for any invalid response
  }
}
