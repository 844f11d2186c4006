import type { Assertion, PasskeyProof } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { RelyingParty } from '../../settings/relying-party.ts'
import { type Attempt, readAttempt } from './ceremony.ts'
import { type Passkey, userHandle } from './passkey.ts'
import { burnAttempt, findPasskey } from './passkey-store.ts'
import { requireRelyingParty } from './require-relying-party.ts'

type Needs = Pick<App, 'db' | 'config' | 'keys' | 'clock' | 'random'>

/** What became of a proof: whose passkey signed it and how often it has signed, or why it is refused. */
export type AssertionVerdict =
  | { ok: true; passkey: Passkey; attempt: Attempt; signed: Signed }
  | { ok: false; miss: 'passkey.unknown' | 'passkey.wrong'; playerId: string | null }

/** How often an authenticator has signed, by its own count, and whether its maker keeps the key. */
export type Signed = { counter: number; synced: boolean }

/**
 * Checks that a passkey of this site signed the challenge of an attempt, at this site, after it recognised its
 * owner. Who goes on by it burns the attempt (see usePasskey); an attempt that was refused is burnt already.
 *
 * @throws Refusal `passkey.unavailable`, `passkey.expired`
 */
export async function checkAssertion(app: Needs, given: PasskeyProof): Promise<AssertionVerdict> {
  const party = requireRelyingParty(app)
  const attempt = await readAttempt(app, 'get', given.attempt)
  const passkey = await findPasskey(app.db, given.credential.id)
  const signed = passkey && (await verify(given.credential, { passkey, attempt, party }))
  if (passkey && signed) return { ok: true, passkey, attempt, signed }

  if (!(await burnAttempt(app.db, attempt))) throw new Refusal('passkey.expired')
  const miss = passkey ? 'passkey.wrong' : 'passkey.unknown'
  return { ok: false, miss, playerId: passkey?.playerId ?? null }
}

/** Returns undefined for a signature that does not fit, whatever is wrong with it. */
async function verify(
  { id, response }: Assertion,
  { passkey, attempt, party }: { passkey: Passkey; attempt: Attempt; party: RelyingParty },
): Promise<Signed | undefined> {
  if (response.userHandle !== userHandle(passkey.playerId).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server') // 30 MB, only when used
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: attempt.challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      // The count is compared by the statement that replaces it (advancePasskey), not by what was read.
      credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    })
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
    return verified ? { counter, synced } : undefined
  } catch {
    return undefined // the library throws for everything that does not fit
  }
}
