import Type, { type Static } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { pictureErrors, uploadLimits } from '../profiles/textures.ts'
import { Instant, text } from '../shapes.ts'

/** Properties shared by endpoints with a game token (docs/launcher-protocols.md#yggdrasil). */
const gameClientEndpoint = {
  protocol: 'yggdrasil',
  caller: 'game',
} as const satisfies Partial<Endpoint>

const textureParams = Type.Object({
  uuid: Type.String(),
  kind: Type.Union([Type.Literal('skin'), Type.Literal('cape')]),
})

export const uploadGameTexture = endpoint({
  ...gameClientEndpoint,
  name: 'uploadGameTexture',
  summary: 'Upload a skin or a cape from a launcher',
  method: 'PUT',
  path: '/yggdrasil/api/user/profile/:uuid/:kind',
  params: textureParams,
  limits: uploadLimits,
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
  ...gameClientEndpoint,
  name: 'deleteGameTexture',
  summary: 'Remove the skin or the cape from a launcher',
  method: 'DELETE',
  path: '/yggdrasil/api/user/profile/:uuid/:kind',
  params: textureParams,
  status: 204,
  reply: Type.Null(),
  errors: ['auth.forbidden', 'request.invalid'],
})

const Enabled = Type.Object({ enabled: Type.Boolean() })

/** The attributes of a player. Games of version 1.19 and later request them at their start. */
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
  ...gameClientEndpoint,
  name: 'showGameAttributes',
  summary:
    'The features that the game may offer its player: chat and servers, but no realms and no telemetry',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/player/attributes',
  status: 200,
  reply: GameAttributes,
  errors: [],
})

export const listBlockedPlayers = endpoint({
  ...gameClientEndpoint,
  name: 'listBlockedPlayers',
  summary: 'The players whom the player has blocked; always empty',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/privacy/blocklist',
  status: 200,
  reply: Type.Object({ blockedProfiles: Type.Array(Type.String()) }),
  errors: [],
})

/** A key pair of a player, with which games of version 1.19 and later sign chat messages. */
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
  ...gameClientEndpoint,
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
  protocol: 'yggdrasil',
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

/** Service URLs for games of version 26.3 and later. */
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
  protocol: 'yggdrasil',
  caller: 'anyone',
  summary: 'The addresses of all services for games and game servers of 26.3 and newer',
  method: 'GET',
  path: '/yggdrasil/minecraft/client',
  status: 200,
  reply: GameServices,
  errors: [],
})
