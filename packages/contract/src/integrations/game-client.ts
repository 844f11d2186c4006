import Type, { type Static } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { pictureErrors, uploads } from '../profiles/textures.ts'
import { Instant, text } from '../shapes.ts'

/** What a launcher or a game asks with a game token (docs/contract.md#yggdrasil). */
const BY_GAME = { dialect: 'yggdrasil', caller: 'game' } as const satisfies Partial<Endpoint>

const ofTexture = Type.Object({
  uuid: Type.String(),
  kind: Type.Union([Type.Literal('skin'), Type.Literal('cape')]),
})

export const uploadGameTexture = endpoint({
  ...BY_GAME,
  name: 'uploadGameTexture',
  summary: 'Upload a skin or a cape from a launcher',
  method: 'PUT',
  path: '/yggdrasil/api/user/profile/:uuid/:kind',
  params: ofTexture,
  limits: uploads,
  upload: true,
  body: Type.Object({
    model: Type.Optional(
      text({
        maxLength: 16,
        description: '`slim`, or anything else; if absent, detected from the picture',
      }),
    ),
  }),
  status: 204,
  reply: Type.Null(),
  errors: [...pictureErrors, 'auth.forbidden'],
})

export const deleteGameTexture = endpoint({
  ...BY_GAME,
  name: 'deleteGameTexture',
  summary: 'Take the skin or the cape off from a launcher',
  method: 'DELETE',
  path: '/yggdrasil/api/user/profile/:uuid/:kind',
  params: ofTexture,
  status: 204,
  reply: Type.Null(),
  errors: ['auth.forbidden', 'request.invalid'],
})

const Enabled = Type.Object({ enabled: Type.Boolean() })

/** What a game of 1.19 or newer asks when it starts. */
export type GameAttributes = Static<typeof GameAttributes>
const GameAttributes = Type.Object({
  privileges: Type.Object({
    onlineChat: Enabled,
    multiplayerServer: Enabled,
    multiplayerRealms: Enabled,
    telemetry: Enabled,
    optionalTelemetry: Enabled,
  }),
  profanityFilterPreferences: Type.Object({ profanityFilterOn: Type.Boolean() }),
  banStatus: Type.Object({ bannedScopes: Type.Object({}) }),
})

export const showGameAttributes = endpoint({
  ...BY_GAME,
  name: 'showGameAttributes',
  summary: 'What the game may offer its player: chat and servers, but no realms and no telemetry',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/player/attributes',
  status: 200,
  reply: GameAttributes,
  errors: [],
})

export const listBlockedPlayers = endpoint({
  ...BY_GAME,
  name: 'listBlockedPlayers',
  summary: 'Whom the player has blocked: nobody, as the site keeps no such list',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/privacy/blocklist',
  status: 200,
  reply: Type.Object({ blockedProfiles: Type.Array(Type.String()) }),
  errors: [],
})

/** A key pair of a player, by which games of 1.19 or newer sign chat. */
export type PlayerCertificate = Static<typeof PlayerCertificate>
const PlayerCertificate = Type.Object({
  keyPair: Type.Object({
    privateKey: Type.String({ description: 'PKCS#8 under `RSA PRIVATE KEY`' }),
    publicKey: Type.String({ description: 'SPKI under `RSA PUBLIC KEY`' }),
  }),
  publicKeySignature: Type.String({ description: 'over the expiry and the PEM, base64' }),
  publicKeySignatureV2: Type.String({ description: 'over uuid, expiry and DER, base64' }),
  expiresAt: Instant,
  refreshedAfter: Instant,
})

export const issueCertificate = endpoint({
  ...BY_GAME,
  name: 'issueCertificate',
  summary: 'A new key pair by which the game of a player signs chat for 48 hours',
  method: 'POST',
  path: '/yggdrasil/minecraftservices/player/certificates',
  changes: false,
  limits: [
    { name: 'game-certificates', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' },
  ],
  status: 200,
  reply: PlayerCertificate,
  errors: [],
})

const PublicKeys = Type.Array(
  Type.Object({ publicKey: Type.String({ description: 'SPKI, base64' }) }),
)

export const listPublicKeys = endpoint({
  name: 'listPublicKeys',
  dialect: 'yggdrasil',
  caller: 'anyone',
  summary: 'The keys that sign profiles, and the key pairs of players',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/publickeys',
  status: 200,
  reply: Type.Object({ profilePropertyKeys: PublicKeys, playerCertificateKeys: PublicKeys }),
  errors: [],
})

const Endpoints = Type.Object({
  endpoints: Type.Record(
    Type.String(),
    Type.Object({
      uri: Type.Optional(Type.String()),
      validUris: Type.Optional(Type.Array(Type.String())),
    }),
  ),
})

/** Where a game of 26.3 or newer finds each service. */
export type GameServices = Static<typeof GameServices>
const GameServices = Type.Object({
  environment: Type.String(),
  product: Type.String(),
  discovery: Type.Object({
    authentication: Endpoints,
    session: Endpoints,
    player: Endpoints,
    profiles: Endpoints,
    telemetry: Endpoints,
  }),
})

export const showGameServices = endpoint({
  name: 'showGameServices',
  dialect: 'yggdrasil',
  caller: 'anyone',
  summary: 'Where games and game servers of 26.3 and newer find each service',
  method: 'GET',
  path: '/yggdrasil/minecraft/client',
  status: 200,
  reply: GameServices,
  errors: [],
})
