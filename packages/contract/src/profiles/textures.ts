import Type from 'typebox'
import { endpoint, type Limit } from '../endpoint.ts'
import { NoContent, Textures } from '../shapes.ts'
import { NAME_LIMIT } from './name-limit.ts'

/** Skins and capes share one limit. Refused uploads also count. */
export const uploadLimits = [
  { name: 'texture-uploads', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' },
] as const satisfies readonly Limit[]

export const pictureErrors = [
  'texture.notpng',
  'texture.toolarge',
  'texture.size',
  'texture.hdnotallowed',
  'texture.broken',
] as const

const TexturesReply = Type.Object({ textures: Textures })

const Png = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })

const Hash = Type.String({ description: '64 lower-case hex digits, with or without `.png`' })

const Player = Type.String({ description: 'a name, or a uuid with or without dashes' })

export const uploadSkin = endpoint({
  name: 'uploadSkin',
  summary: 'Upload a skin',
  method: 'PUT',
  path: '/cabinet/skin',
  caller: 'player',
  permission: 'player.skin.upload',
  limits: uploadLimits,
  upload: true,
  body: Type.Object({
    slim: Type.Optional(
      Type.String({
        pattern: '^(true|false|)$',
        description: '`true` or `false`; if absent, detected from the picture',
      }),
    ),
  }),
  status: 200,
  reply: TexturesReply,
  errors: pictureErrors,
})

export const uploadCape = endpoint({
  name: 'uploadCape',
  summary: 'Upload a cape',
  method: 'PUT',
  path: '/cabinet/cape',
  caller: 'player',
  permission: 'player.cape.upload',
  limits: uploadLimits,
  upload: true,
  status: 200,
  reply: TexturesReply,
  errors: pictureErrors,
})

export const deleteSkin = endpoint({
  name: 'deleteSkin',
  summary: 'Delete the skin',
  method: 'DELETE',
  path: '/cabinet/skin',
  caller: 'player',
  status: 204,
  reply: NoContent,
  errors: [],
})

export const deleteCape = endpoint({
  name: 'deleteCape',
  summary: 'Delete the cape',
  method: 'DELETE',
  path: '/cabinet/cape',
  caller: 'player',
  status: 204,
  reply: NoContent,
  errors: [],
})

export const texture = endpoint({
  name: 'texture',
  summary: 'A skin or cape by the hash of its bytes; a hash always means the same picture',
  method: 'GET',
  path: '/textures/:hash',
  caller: 'anyone',
  params: Type.Object({ hash: Hash }),
  conditional: true,
  produces: 'image/png',
  status: 200,
  reply: Png,
  errors: ['texture.notfound'],
})

export const playerTextures = endpoint({
  name: 'playerTextures',
  summary: 'The skin and cape of a player, for launcher servers; empty for an unknown player',
  method: 'GET',
  path: '/textures/player/:player',
  caller: 'anyone',
  params: Type.Object({ player: Player }),
  status: 200,
  reply: Type.Object({
    SKIN: Type.Optional(
      Type.Object({
        url: Type.String(),
        digest: Type.String({ description: 'SHA-256, hex' }),
        metadata: Type.Optional(Type.Object({ model: Type.Literal('slim') })),
      }),
    ),
    CAPE: Type.Optional(
      Type.Object({ url: Type.String(), digest: Type.String({ description: 'SHA-256, hex' }) }),
    ),
  }),
  errors: [],
})

export const cslProfile = endpoint({
  name: 'cslProfile',
  summary:
    'The skin and cape of a player, for the CustomSkinLoader mod (its root is /csl/); none for an unknown name',
  method: 'GET',
  path: '/csl/:name.json',
  caller: 'anyone',
  limits: [NAME_LIMIT],
  params: Type.Object({ name: Type.String({ description: 'in any letter case' }) }),
  status: 200,
  reply: Type.Object({
    username: Type.String(),
    skins: Type.Optional(
      Type.Object({
        default: Type.Optional(Type.String()),
        slim: Type.Optional(Type.String()),
      }),
    ),
    cape: Type.Optional(Type.String()),
  }),
  errors: ['player.notfound'],
})

export const cslTexture = endpoint({
  name: 'cslTexture',
  summary: 'A skin or cape at the path that the CustomSkinLoader mod requests',
  method: 'GET',
  path: '/csl/textures/:hash',
  caller: 'anyone',
  params: Type.Object({ hash: Hash }),
  conditional: true,
  produces: 'image/png',
  status: 200,
  reply: Png,
  errors: ['texture.notfound'],
})

export const render = endpoint({
  name: 'render',
  summary: 'A picture of a player: the face, the head or the whole body',
  method: 'GET',
  path: '/render/:view/:player',
  caller: 'anyone',
  params: Type.Object({
    view: Type.Union([Type.Literal('avatar'), Type.Literal('head'), Type.Literal('body')]),
    player: Player,
  }),
  query: Type.Object({
    size: Type.Optional(
      Type.String({
        pattern: '^(16|32|64|128|256|512)$',
        description:
          'the width: 16, 32, 64, 128 (the default), 256 or 512; a body is twice as high',
      }),
    ),
  }),
  conditional: true,
  produces: 'image/png',
  status: 200,
  reply: Png,
  errors: [],
})
