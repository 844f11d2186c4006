import { createPublicKey, sign, verify } from 'node:crypto'
import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { signerFirst } from './signer-first.ts'

/** The claims of a JWT access token (RFC 9068, 2.2). Instants are in seconds. */
export type AccessTokenClaims = {
  iss: string
  sub: string
  aud: string
  client_id: string
  azp: string
  scope: string
  jti: string
  iat: number
  exp: number
} & Record<string, unknown>

type Deps = Pick<App, 'keys' | 'config' | 'clock'>

/** Signs an access token with RS256, which every program can verify. `jti` is the ID of the token's row. */
export async function signAccessToken(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  claims: AccessTokenClaims,
): Promise<string> {
  const [key] = signerFirst(await keys.openid.rsa.list(), clock.now())
  if (!key) throw new Error('the OpenID Connect signing key does not exist')
  const signed = `${headerOf(key)}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/**
 * Returns the ID of the row of a JWT access token that this site signed and that has not expired; undefined for any
 * other text.
 */
export async function rowOfAccessToken(
  { keys, config, clock }: Deps,
  token: string,
): Promise<string | undefined> {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (payload === '' || rest.length > 0) return undefined
  const key = (await keys.openid.rsa.list()).find((listed) => header === headerOf(listed))
  if (!key) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  const publicKey = createPublicKey(key.publicPem)
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, bytes)) return undefined
  const { iss, jti, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const isValid = iss === config.publicUrl && clock.now() < exp * SECOND
  return isValid && typeof jti === 'string' ? jti : undefined
}

function headerOf({ kid }: SigningKey): string {
  return encode({ alg: 'RS256', typ: 'at+jwt', kid })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
