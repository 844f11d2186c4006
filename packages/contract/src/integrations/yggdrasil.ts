import Type, { type Static } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { NAME_LIMIT } from '../profiles/name-limit.ts'
import { text } from '../shapes.ts'
import { LOGIN_LIMIT } from '../sign-in/login-limit.ts'
import { JOIN_LIMITS } from './join-limits.ts'

/** Properties of all Yggdrasil endpoints, which follow authlib-injector (docs/launcher-protocols.md#yggdrasil). */
const base = { protocol: 'yggdrasil', caller: 'anyone' } as const satisfies Partial<Endpoint>

const BareUuid = Type.String({ description: 'a uuid without dashes' })

export type GameProfile = Static<typeof GameProfile>
export const GameProfile = Type.Object({
  id: BareUuid,
  name: Type.String({ description: 'canonical spelling' }),
  properties: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ description: '`textures` or `uploadableTextures`' }),
        value: Type.String(),
        signature: Type.Optional(
          Type.String({ description: 'SHA1withRSA over the value, base64' }),
        ),
      }),
    ),
  ),
})

export type GameSession = Static<typeof GameSession>
export const GameSession = Type.Object({
  accessToken: Type.String({ description: 'opaque; valid only below /yggdrasil' }),
  clientToken: Type.String({ description: 'the sent one, otherwise a new one' }),
  availableProfiles: Type.Array(GameProfile),
  selectedProfile: GameProfile,
  user: Type.Optional(
    Type.Object({
      id: BareUuid,
      properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    }),
  ),
})

const ClientToken = Type.Optional(text({ maxLength: 512, description: 'identifies the launcher' }))
const RequestUser = Type.Optional(Type.Boolean({ description: 'whether to return `user` too' }))
const Token = text({ maxLength: 512 })

const Credentials = {
  username: text({ minLength: 1, maxLength: 254, description: 'name or e-mail' }),
  password: text({
    minLength: 1,
    maxLength: 1024,
    description: 'with two-factor authentication `password:123456`; or a launcher password',
  }),
}

const CREDENTIAL_ERRORS = [
  'auth.wrongcredentials',
  'auth.toomanyattempts',
  'auth.wrong2fa',
  'yggdrasil.codeneeded',
] as const
const SIGN_IN_BLOCKS = [
  'auth.usernotactivated',
  'auth.userblocked',
  'auth.passwordchangerequired',
  'auth.consentrequired',
] as const

export const showYggdrasil = endpoint({
  ...base,
  name: 'showYggdrasil',
  summary: 'Metadata of the site for launchers and game servers',
  method: 'GET',
  path: '/yggdrasil/',
  status: 200,
  reply: Type.Object({
    meta: Type.Object({}, { additionalProperties: true }),
    serverRoutes: Type.Record(Type.String(), Type.String()),
    skinDomains: Type.Array(Type.String()),
    signaturePublickey: Type.Optional(Type.String({ description: 'PEM; absent without a key' })),
  }),
  errors: [],
})

export const authenticateGame = endpoint({
  ...base,
  name: 'authenticateGame',
  summary: 'Sign in to the game with a name or e-mail address and a password',
  method: 'POST',
  path: '/yggdrasil/authserver/authenticate',
  limits: [LOGIN_LIMIT],
  body: Type.Object({ ...Credentials, clientToken: ClientToken, requestUser: RequestUser }),
  status: 200,
  reply: GameSession,
  errors: [...CREDENTIAL_ERRORS, ...SIGN_IN_BLOCKS],
})

export const refreshGame = endpoint({
  ...base,
  name: 'refreshGame',
  summary: 'Exchange a game token for a new one',
  method: 'POST',
  path: '/yggdrasil/authserver/refresh',
  body: Type.Object({
    accessToken: Token,
    clientToken: ClientToken,
    requestUser: RequestUser,
    selectedProfile: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'refused: every token has one' }),
    ),
  }),
  status: 200,
  reply: GameSession,
  errors: ['yggdrasil.invalidtoken', 'yggdrasil.profileselected', ...SIGN_IN_BLOCKS],
})

export const validateGame = endpoint({
  ...base,
  name: 'validateGame',
  summary: 'Whether a game token can be used without a refresh',
  method: 'POST',
  path: '/yggdrasil/authserver/validate',
  changes: false,
  body: Type.Object({ accessToken: Token, clientToken: ClientToken }),
  status: 204,
  reply: Type.Null(),
  errors: ['yggdrasil.invalidtoken'],
})

export const invalidateGame = endpoint({
  ...base,
  name: 'invalidateGame',
  summary: 'End the session of a game token',
  method: 'POST',
  path: '/yggdrasil/authserver/invalidate',
  body: Type.Object({ accessToken: Token, clientToken: ClientToken }),
  status: 204,
  reply: Type.Null(),
  errors: [],
})

export const signOutGame = endpoint({
  ...base,
  name: 'signOutGame',
  summary: "End every game session of a player, with the player's password",
  method: 'POST',
  path: '/yggdrasil/authserver/signout',
  limits: [LOGIN_LIMIT],
  body: Type.Object(Credentials),
  status: 204,
  reply: Type.Null(),
  errors: CREDENTIAL_ERRORS,
})

export const joinGame = endpoint({
  ...base,
  name: 'joinGame',
  summary: 'Announce that a player is about to join a game server',
  method: 'POST',
  path: '/yggdrasil/sessionserver/session/minecraft/join',
  limits: JOIN_LIMITS,
  body: Type.Object({
    accessToken: Token,
    selectedProfile: text({ maxLength: 64, description: "the player's uuid" }),
    serverId: text({ minLength: 1, maxLength: 256 }),
  }),
  status: 204,
  reply: Type.Null(),
  errors: ['yggdrasil.invalidtoken', 'auth.forbidden', ...SIGN_IN_BLOCKS],
})

export const askHasJoined = endpoint({
  ...base,
  name: 'askHasJoined',
  summary: 'Whether a player has just announced to join this game server',
  method: 'GET',
  path: '/yggdrasil/sessionserver/session/minecraft/hasJoined',
  query: Type.Object({
    username: text({ minLength: 1, maxLength: 254 }),
    serverId: text({ minLength: 1, maxLength: 256 }),
    ip: Type.Optional(text({ maxLength: 64, description: "the player's address" })),
  }),
  status: 200,
  reply: GameProfile,
  mayBeEmpty: true,
  errors: [],
})

export const showGameProfile = endpoint({
  ...base,
  name: 'showGameProfile',
  summary: 'The name and the textures of a player in the game',
  method: 'GET',
  path: '/yggdrasil/sessionserver/session/minecraft/profile/:uuid',
  params: Type.Object({ uuid: Type.String() }),
  query: Type.Object({
    unsigned: Type.Optional(text({ maxLength: 16, description: '`false` for signatures' })),
  }),
  status: 200,
  reply: GameProfile,
  mayBeEmpty: true,
  errors: [],
})

const byName = {
  ...base,
  method: 'POST',
  changes: false,
  limits: [NAME_LIMIT],
  list: Type.Array(text({ maxLength: 254 }), { maxItems: 100, description: 'names in any case' }),
  status: 200,
  reply: Type.Array(GameProfile),
  errors: [],
} as const satisfies Partial<Endpoint>

export const findProfilesByName = endpoint({
  ...byName,
  name: 'findProfilesByName',
  summary: 'The players of these names; unknown names are left out',
  path: '/yggdrasil/api/profiles/minecraft',
})

export const findServicesProfiles = endpoint({
  ...byName,
  name: 'findServicesProfiles',
  summary: 'The players of these names, at the path that newer games use',
  path: '/yggdrasil/minecraftservices/minecraft/profile/lookup/bulk/byname',
})

export const findServicesProfile = endpoint({
  ...base,
  name: 'findServicesProfile',
  summary: 'The player of this name',
  method: 'GET',
  path: '/yggdrasil/minecraftservices/minecraft/profile/lookup/name/:name',
  limits: [NAME_LIMIT],
  params: Type.Object({ name: Type.String() }),
  status: 200,
  reply: GameProfile,
  errors: ['auth.usernotfound'],
})

export const findProfileByName = endpoint({
  ...findServicesProfile,
  name: 'findProfileByName',
  summary:
    'The player of this name, at the path that authlib-injector uses for games of 26.3 and newer',
  path: '/yggdrasil/api/users/profiles/minecraft/:name',
})
