import { type KeyObject, sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { GameProfile, Settings } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { App } from '../../app.ts'
import type { Standing } from '../../permissions/effective/effective.ts'
import { registryOf } from '../../permissions/permission-registry.ts'
import type { Turnstile } from '../../platform/concurrency-limiter.ts'
import type { Player } from '../../players/player.ts'
import { texturesOf } from '../../profiles/textures/textures-of.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { toGameProfile } from './describe-game.ts'
import { bareId } from './game-token.ts'

export type Described = { player: Player; standing: Standing }

/** Writes what games are told about players. */
export type GameProfiles = {
  unsigned(found: Described): Promise<GameProfile>
  /**
   * Signs it, or gives the same as the last time if nothing about the player has changed.
   *
   * @param inTurn what it waits for if it has to be signed; a join that was announced does not wait.
   * @throws Refusal `overloaded` when too many wait there
   */
  signed(found: Described, key: SigningKey, inTurn?: Turnstile): Promise<GameProfile>
}

/** About 3 kB each. When there are more, the oldest is forgotten: signing anew costs milliseconds. */
const MOST_REMEMBERED = 5000

const signOf = promisify(signBytes)

export function gameProfiles(app: Pick<App, 'clock' | 'config' | 'settings'>): GameProfiles {
  const remembered = new Map<string, Promise<GameProfile>>()

  return {
    async unsigned(found) {
      const facts = factsOf(found, app.config, await app.settings.read())
      return { ...toGameProfile(found.player), properties: propertiesOf(facts, app.clock.now()) }
    },

    async signed(found, { kid, privateKey }, inTurn) {
      const facts = factsOf(found, app.config, await app.settings.read())
      const name = JSON.stringify([kid, facts])
      const known = remembered.get(name)
      if (known) return known
      const properties = propertiesOf(facts, app.clock.now())
      const sign = () => signAll(properties, privateKey)
      const made = (inTurn ? inTurn(sign) : sign()).then((signed) => ({
        ...toGameProfile(found.player),
        properties: signed,
      }))
      const [oldest] = remembered.keys()
      if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
      remembered.set(name, made)
      made.catch(() => remembered.delete(name))
      return made
    },
  }
}

type Facts = {
  profileId: string
  profileName: string
  textures: { SKIN?: { url: string; metadata?: { model: 'slim' } }; CAPE?: { url: string } }
  uploadable: string
}

/** All that a profile is made of. */
function factsOf(
  { player, standing }: Described,
  { publicUrl }: { publicUrl: string },
  { hdTexturesInGame, launcherBuilds }: Settings,
): Facts {
  const { skin, cape } = texturesOf(player, { publicUrl, hdTexturesInGame })
  const model = skin?.slim ? { metadata: { model: 'slim' as const } } : {}
  const registry = registryOf(launcherBuilds)
  const uploadable = (['skin', 'cape'] as const).filter(
    (kind) => decide(standing, `player.${kind}.upload`, registry).allowed,
  )
  return {
    profileId: bareId(player.id),
    profileName: player.username,
    textures: {
      ...(skin && { SKIN: { url: skin.url, ...model } }),
      ...(cape && { CAPE: { url: cape.url } }),
    },
    uploadable: uploadable.join(','),
  }
}

type Property = { name: string; value: string }

function propertiesOf({ uploadable, ...facts }: Facts, now: number): Property[] {
  const value = Buffer.from(JSON.stringify({ timestamp: now, ...facts })).toString('base64')
  const textures = { name: 'textures', value }
  return uploadable === ''
    ? [textures]
    : [textures, { name: 'uploadableTextures', value: uploadable }]
}

/** Games know no newer signature than SHA1withRSA (RFC 8017, 8.2). It is made away from the main thread. */
function signAll(properties: readonly Property[], privateKey: KeyObject) {
  return Promise.all(
    properties.map(async ({ name, value }) => {
      const signature = await signOf('sha1', Buffer.from(value), privateKey)
      return { name, value, signature: signature.toString('base64') }
    }),
  )
}
