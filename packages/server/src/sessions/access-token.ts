import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Clock, MINUTE, SECOND } from '../platform/clock.ts'
import { newId, type Random } from '../platform/random.ts'
import type { Identity } from '../players/identity.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'

type VerifiedToken = Identity & { kid: string; expiresAt: number }

/** The claims of a token (RFC 7519, 4.1). Instants are in seconds. */
type Claims = { iss: string; sub: string; sid: string; iat: number; exp: number; jti: string }

/** JWTs signed with Ed25519 (EdDSA), valid until they expire (docs/contract.md#tokens-cookies-sessions). */
export type AccessTokens = {
  sign(identity: Identity): Promise<string>
  /** Returns the identity of a token that is valid now, or undefined for any other text. */
  verify(token: string): Promise<Identity | undefined>
  /**
   * Returns the identity in a token that is valid, or expired less than `maxAge` milliseconds ago; undefined for any
   * other text. Only for explaining why a session ended: an expired token permits nothing.
   */
  readExpired(token: string, maxAge: number): Promise<(Identity & { issuedAt: number }) | undefined>
  /** Lists the public keys of tokens that may still be valid (RFC 7517). */
  publicKeys(): Promise<PublicKey[]>
}

export type PublicKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

const JWT_TYPE = 'at+jwt'
const MAX_CACHED_TOKENS = 10_000
const ROTATION_SLACK = MINUTE

type Deps = { clock: Clock; random: Random; keys: KeyRing }
type TokenConfig = { publicUrl: string; accessTtl: number }

export function accessTokens(app: Deps, config: TokenConfig): AccessTokens {
  /** Tokens with a verified signature. Verifying a token takes 100 µs, a lookup here 1 µs. */
  const verified = new Map<string, VerifiedToken>()

  const isLive = ({ retiredAt }: Generation): boolean =>
    retiredAt === null || app.clock.now() < retiredAt + config.accessTtl + ROTATION_SLACK

  const remember = (token: string, found: VerifiedToken): void => {
    if (verified.size >= MAX_CACHED_TOKENS) {
      const [oldest = ''] = verified.keys()
      verified.delete(oldest)
    }
    verified.set(token, found)
  }

  return {
    async sign({ playerId, sessionId }) {
      const generation = await app.keys.newest()
      const issuedAt = Math.floor(app.clock.now() / SECOND)
      const claims: Claims = {
        iss: config.publicUrl,
        sub: playerId,
        sid: sessionId,
        iat: issuedAt,
        exp: issuedAt + config.accessTtl / SECOND,
        jti: newId(app.random),
      }
      const signed = `${tokenHeaderOf(generation).header}.${encode(claims)}`
      return `${signed}.${sign(null, Buffer.from(signed), generation.privateKey).toString('base64url')}`
    },

    async verify(token) {
      const found = verified.get(token) ?? (await readToken(app.keys, config, token))
      const generation = found && (await app.keys.find(found.kid))
      if (!generation || !isLive(generation) || app.clock.now() >= found.expiresAt) {
        verified.delete(token)
        return undefined
      }
      remember(token, found)
      return { playerId: found.playerId, sessionId: found.sessionId }
    },

    async readExpired(token, maxAge) {
      const found = await readToken(app.keys, config, token)
      if (!found || app.clock.now() >= found.expiresAt + maxAge) return undefined
      const { playerId, sessionId, expiresAt } = found
      return { playerId, sessionId, issuedAt: expiresAt - config.accessTtl }
    },

    async publicKeys() {
      return (await app.keys.list()).filter(isLive).map(({ kid, publicX }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicX,
        kid,
        alg: 'EdDSA',
        use: 'sig',
      }))
    },
  }
}

/**
 * Verifies a token, except for its expiry. The token cannot choose its algorithm, type or key: its header must be
 * exactly the header that this site writes for the key (RFC 8725).
 * @returns undefined for any invalid token
 */
async function readToken(
  keys: KeyRing,
  config: TokenConfig,
  token: string,
): Promise<VerifiedToken | undefined> {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const kid = kidOf(header)
  const generation = kid === undefined || rest.length > 0 ? undefined : await keys.find(kid)
  if (!generation) return undefined

  const head = tokenHeaderOf(generation)
  const signed = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (header !== head.header || bytes.toString('base64url') !== signature) return undefined
  if (!verify(null, signed, head.publicKey, bytes)) return undefined

  const claims = decode(payload)
  if (!isClaims(claims) || claims.iss !== config.publicUrl) return undefined
  const { sub: playerId, sid: sessionId, exp } = claims
  return { playerId, sessionId, kid: generation.kid, expiresAt: exp * SECOND }
}

function kidOf(header: string): string | undefined {
  const fields = decode(header)
  return typeof fields?.kid === 'string' ? fields.kid : undefined
}

const CLAIM_TYPES = {
  iss: 'string',
  sub: 'string',
  sid: 'string',
  iat: 'number',
  exp: 'number',
  jti: 'string',
}

function isClaims(fields: Fields | undefined): fields is Claims {
  if (!fields || Object.keys(fields).length !== Object.keys(CLAIM_TYPES).length) return false
  return Object.entries(CLAIM_TYPES).every(([name, type]) => typeof fields[name] === type)
}

type TokenHeader = { header: string; publicKey: KeyObject }

const headerCache = new WeakMap<Generation, TokenHeader>()

function tokenHeaderOf(generation: Generation): TokenHeader {
  const cached = headerCache.get(generation)
  if (cached) return cached

  const header = encode({ alg: 'EdDSA', typ: JWT_TYPE, kid: generation.kid })
  const head = { header, publicKey: createPublicKey(generation.privateKey) }
  headerCache.set(generation, head)
  return head
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

type Fields = Record<string, unknown>

function decode(part: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
