import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Clock, MINUTE, SECOND } from '../platform/clock.ts'
import { newId, type Random } from '../platform/random.ts'
import type { Identity } from '../players/identity.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'

type Verified = Identity & { kid: string; expiresAt: number }

/** The claims of a token (RFC 7519, 4.1). Instants are in seconds. */
type Claims = { iss: string; sub: string; sid: string; iat: number; exp: number; jti: string }

/**
 * Access tokens are JWTs signed by EdDSA with Ed25519, valid until they expire
 * (docs/contract.md#tokens-cookies-sessions).
 */
export type AccessTokens = {
  sign(identity: Identity): Promise<string>
  /** Returns the identity of a token that is valid now; undefined for any other text. */
  verify(token: string): Promise<Identity | undefined>
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

const TYPE = 'at+jwt'
const KEPT_TOKENS = 10_000
const ROTATION_SLACK = MINUTE

type Needs = { clock: Clock; random: Random; keys: KeyRing }
type TokenConfig = { publicUrl: string; accessTtl: number }

export function accessTokens(app: Needs, config: TokenConfig): AccessTokens {
  /** Tokens whose signature was verified. Verifying takes 100 µs, a lookup here 1 µs. */
  const verified = new Map<string, Verified>()

  const isLive = ({ retiredAt }: Generation): boolean =>
    retiredAt === null || app.clock.now() < retiredAt + config.accessTtl + ROTATION_SLACK

  const remember = (token: string, found: Verified): void => {
    if (verified.size >= KEPT_TOKENS) {
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
      const signed = `${headOf(generation).header}.${encode(claims)}`
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
 * Reads a token that this site signed; undefined for any other text. A token cannot choose how it is
 * verified: its header must be exactly the one that this site writes for that key, so no other
 * algorithm, type or key is possible (RFC 8725).
 */
async function readToken(
  keys: KeyRing,
  config: TokenConfig,
  token: string,
): Promise<Verified | undefined> {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const kid = kidOf(header)
  const generation = kid === undefined || rest.length > 0 ? undefined : await keys.find(kid)
  if (!generation) return undefined

  const head = headOf(generation)
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

const TYPES = {
  iss: 'string',
  sub: 'string',
  sid: 'string',
  iat: 'number',
  exp: 'number',
  jti: 'string',
}

/** Whether these are exactly the claims that this site writes. */
function isClaims(fields: Fields | undefined): fields is Claims {
  if (!fields || Object.keys(fields).length !== Object.keys(TYPES).length) return false
  return Object.entries(TYPES).every(([name, type]) => typeof fields[name] === type)
}

type Head = { header: string; publicKey: KeyObject }

const heads = new WeakMap<Generation, Head>()

/** Returns the header of all tokens of a generation, and the key that verifies them. */
function headOf(generation: Generation): Head {
  const known = heads.get(generation)
  if (known) return known

  const header = encode({ alg: 'EdDSA', typ: TYPE, kid: generation.kid })
  const head = { header, publicKey: createPublicKey(generation.privateKey) }
  heads.set(generation, head)
  return head
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

type Fields = Record<string, unknown>

/** Decodes the object in a part of a token; undefined when it is not an object. */
function decode(part: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined // it is no JSON
  }
}
