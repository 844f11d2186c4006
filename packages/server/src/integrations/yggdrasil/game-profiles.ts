import { type KeyObject, sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { GameProfile, Settings } from '@portal/contract'
import type { App } from '../../app.ts'
import type { EffectivePermissions } from '../../permissions/effective/effective.ts'
import { may } from '../../permissions/may.ts'
import type { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { Player } from '../../players/player.ts'
import { texturesOf } from '../../profiles/textures/textures-of.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { toGameProfile } from './describe-game.ts'
import { undashedId } from './game-token.ts'

export type PlayerWithPermissions = { player: Player; permissions: EffectivePermissions }

export type GameProfiles = {
  unsigned(found: PlayerWithPermissions): Promise<GameProfile>
  /**
   * Returns the signed profile of a player. It is cached until the player's data change.
   * @param runLimited the limiter for signing; without it the profile is signed immediately, for example for a join
   * @throws Refusal `overloaded` if the queue of the limiter is full
   */
  signed(
    found: PlayerWithPermissions,
    key: SigningKey,
    runLimited?: ConcurrencyLimiter,
  ): Promise<GameProfile>
}

/**
 * The most cached profiles, of about 3 kB each. The oldest is evicted, because signing again costs only milliseconds.
 */
const MAX_CACHED = 5000

const signOf = promisify(signBytes)

export function gameProfiles(app: Pick<App, 'clock' | 'config' | 'settings'>): GameProfiles {
  const cache = new Map<string, Promise<GameProfile>>()

  return {
    async unsigned(found) {
      const facts = factsOf(found, app.config, await app.settings.read())
      return { ...toGameProfile(found.player), properties: propertiesOf(facts, app.clock.now()) }
    },

    async signed(found, { kid, privateKey }, runLimited) {
      const facts = factsOf(found, app.config, await app.settings.read())
      const name = JSON.stringify([kid, facts])
      const cached = cache.get(name)
      if (cached) return cached
      const properties = propertiesOf(facts, app.clock.now())
      const sign = () => signAll(properties, privateKey)
      const made = (runLimited ? runLimited(sign) : sign()).then((signed) => ({
        ...toGameProfile(found.player),
        properties: signed,
      }))
      const [oldest] = cache.keys()
      if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      cache.set(name, made)
      made.catch(() => cache.delete(name))
      return made
    },
  }
}

type TextureFacts = {
  profileId: string
  profileName: string
  textures: { SKIN?: { url: string; metadata?: { model: 'slim' } }; CAPE?: { url: string } }
  uploadable: string
}

function factsOf(
  { player, permissions }: PlayerWithPermissions,
  { publicUrl }: { publicUrl: string },
  { hdTexturesInGame }: Settings,
): TextureFacts {
  const { skin, cape } = texturesOf(player, { publicUrl, hdTexturesInGame })
  const model = skin?.slim ? { metadata: { model: 'slim' as const } } : {}
  const uploadable = (['skin', 'cape'] as const).filter((kind) =>
    may(permissions, `player.${kind}.upload`),
  )
  return {
    profileId: undashedId(player.id),
    profileName: player.username,
    textures: {
      ...(skin && { SKIN: { url: skin.url, ...model } }),
      ...(cape && { CAPE: { url: cape.url } }),
    },
    uploadable: uploadable.join(','),
  }
}

type Property = { name: string; value: string }

function propertiesOf({ uploadable, ...facts }: TextureFacts, now: number): Property[] {
  const value = Buffer.from(JSON.stringify({ timestamp: now, ...facts })).toString('base64')
  const textures = { name: 'textures', value }
  return uploadable === ''
    ? [textures]
    : [textures, { name: 'uploadableTextures', value: uploadable }]
}

/**
 * Signs properties with SHA1withRSA (RFC 8017, 8.2), the newest algorithm that games accept. Runs off the main thread.
 */
function signAll(properties: readonly Property[], privateKey: KeyObject) {
  return Promise.all(
    properties.map(async ({ name, value }) => {
      const signature = await signOf('sha1', Buffer.from(value), privateKey)
      return { name, value, signature: signature.toString('base64') }
    }),
  )
}
