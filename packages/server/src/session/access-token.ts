import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { type Clock, MINUTE, SECOND } from '../platform/clock.ts'
import type { Generation, KeyRing } from '../platform/key-ring.ts'
import { newId, type Random } from '../platform/random.ts'

/** Who speaks, and in which session. */
export type Identity = { playerId: string; sessionId: string }

type Claims = Identity & { kid: string; expiresAt: number }

/** Access tokens: JWT, EdDSA over Ed25519, valid until they expire (answers, Access token). */
export type AccessTokens = {
  sign(identity: Identity): Promise<string>
  /** The identity of a token that is valid now; undefined for every other text. */
  verify(token: string): Promise<Identity | undefined>
  /** Public keys of the tokens that may still be valid (RFC 7517). */
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
const KEPT_CLAIMS = 10_000
const ROTATION_SLACK = MINUTE

type Needs = { clock: Clock; random: Random; keys: KeyRing }
type TokenConfig = { publicUrl: string; accessTtl: number }

export function accessTokens(app: Needs, config: TokenConfig): AccessTokens {
  /** Claims of tokens whose signature was found good. Checking one costs 150 µs, looking here 1. */
  const verified = new Map<string, Claims>()

  const isLive = ({ retiredAt }: Generation): boolean =>
    retiredAt === null || app.clock.now() < retiredAt + config.accessTtl + ROTATION_SLACK

  const remember = (token: string, claims: Claims): void => {
    if (verified.size >= KEPT_CLAIMS) {
      const [oldest = ''] = verified.keys()
      verified.delete(oldest)
    }
    verified.set(token, claims)
  }

  return {
    async sign({ playerId, sessionId }) {
      const generation = await app.keys.newest()
      const issuedAt = Math.floor(app.clock.now() / SECOND)
      const payload = {
        iss: config.publicUrl,
        sub: playerId,
        sid: sessionId,
        iat: issuedAt,
        exp: issuedAt + config.accessTtl / SECOND,
        jti: newId(app.random),
      }
      const signed = `${headerOf(generation)}.${encode(payload)}`
      return `${signed}.${sign(null, Buffer.from(signed), generation.privateKey).toString('base64url')}`
    },

    async verify(token) {
      const claims = verified.get(token) ?? (await verifySignature(app, config, token))
      const generation = claims && (await app.keys.find(claims.kid))
      if (!generation || !isLive(generation) || app.clock.now() >= claims.expiresAt) {
        verified.delete(token)
        return undefined
      }
      remember(token, claims)
      return { playerId: claims.playerId, sessionId: claims.sessionId }
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

/** Only the exact header this site writes is accepted: no other algorithm, no key from outside. */
async function verifySignature(
  app: Needs,
  config: TokenConfig,
  token: string,
): Promise<Claims | undefined> {
  try {
    const { alg, typ, kid, ...more } = decodeProtectedHeader(token)
    if (alg !== 'EdDSA' || typ !== TYPE || !kid || Object.keys(more).length > 0) return undefined
    const generation = await app.keys.find(kid)
    if (!generation) return undefined

    const { payload } = await jwtVerify(token, publicKeyOf(generation), {
      algorithms: ['EdDSA'],
      typ: TYPE,
      issuer: config.publicUrl,
      requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
      currentDate: new Date(app.clock.now()),
    })
    const { sub: playerId = '', sid: sessionId, exp = 0 } = payload
    if (typeof sessionId !== 'string') return undefined
    return { playerId, sessionId, kid, expiresAt: exp * SECOND }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

const publicKeys = new WeakMap<Generation, KeyObject>()

function publicKeyOf(generation: Generation): KeyObject {
  const key = publicKeys.get(generation) ?? createPublicKey(generation.privateKey)
  publicKeys.set(generation, key)
  return key
}

function headerOf({ kid }: Generation): string {
  return encode({ alg: 'EdDSA', typ: TYPE, kid })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
