import type { Assertion, PasskeyResponse } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { RelyingParty } from '../../settings/relying-party.ts'
import { type Ceremony, readCeremony } from './ceremony.ts'
import { type Passkey, userHandle } from './passkey.ts'
import { consumeSingleUseToken, findPasskey } from './passkey-store.ts'
import { requireRelyingParty } from './require-relying-party.ts'

type Deps = Pick<App, 'db' | 'config' | 'keys' | 'clock' | 'random'>

/** The verified passkey and the state that the signature reports, or why the assertion is refused. */
export type AssertionVerdict =
  | { ok: true; passkey: Passkey; ceremony: Ceremony; signatureState: SignatureState }
  | { ok: false; refusal: 'passkey.unknown' | 'passkey.wrong'; playerId: string | null }

export type SignatureState = { counter: number; synced: boolean }

/**
 * Verifies a signature made by a passkey, and that the authenticator verified the user. If the signature is accepted,
 * the caller has to consume the attempt (see `usePasskey`); otherwise it is consumed here.
 * @throws Refusal `passkey.unavailable`, `passkey.expired`
 */
export async function checkAssertion(app: Deps, given: PasskeyResponse): Promise<AssertionVerdict> {
  const party = requireRelyingParty(app)
  const ceremony = await readCeremony(app, 'get', given.attempt)
  const passkey = await findPasskey(app.db, given.credential.id)
  const signatureState =
    passkey && (await verifyAssertion(given.credential, { passkey, ceremony, party }))
  if (passkey && signatureState) return { ok: true, passkey, ceremony, signatureState }

  if (!(await consumeSingleUseToken(app.db, ceremony))) throw new Refusal('passkey.expired')
  const refusal = passkey ? 'passkey.wrong' : 'passkey.unknown'
  return { ok: false, refusal, playerId: passkey?.playerId ?? null }
}

/** Verifies a signature. Returns undefined for an invalid one. */
async function verifyAssertion(
  { id, response }: Assertion,
  { passkey, ceremony, party }: { passkey: Passkey; ceremony: Ceremony; party: RelyingParty },
): Promise<SignatureState | undefined> {
  if (response.userHandle !== userHandle(passkey.playerId).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server') // 30 MB of memory, loaded on demand
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
      expectedChallenge: ceremony.challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      // 0 turns off the library's check: `updateSignatureCounter` compares the counter atomically
      credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    })
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
    return verified ? { counter, synced } : undefined
  } catch {
    return undefined // the library throws for any invalid response
  }
}
