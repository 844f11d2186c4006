import Type from 'typebox'
import { endpoint, type Limit } from '../endpoint.ts'
import { Instant, NoContent, Textures, text } from '../shapes.ts'

const TexturesReply = Type.Object({ textures: Textures })
const Hash = Type.String({ description: '64 lower-case hex digits' })

const wearLimits = [
  { name: 'looks', calls: 60, perSeconds: 600, per: 'player', counts: 'calls' },
] as const satisfies readonly Limit[]

const copyLimits = [
  { name: 'skin-copies', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' },
] as const satisfies readonly Limit[]

export const listLooks = endpoint({
  name: 'listLooks',
  summary: "The player's last skins, newest first, and whether the player shares the skin",
  method: 'GET',
  path: '/cabinet/looks',
  caller: 'player',
  status: 200,
  reply: Type.Object({
    looks: Type.Array(
      Type.Object({
        hash: Type.String({ description: 'SHA-256, hex' }),
        url: Type.String(),
        slim: Type.Boolean(),
        hd: Type.Boolean(),
        worn: Type.Boolean(),
        wornAt: Instant,
      }),
      { description: 'at most ten' },
    ),
    worn: Type.Union([Type.String(), Type.Null()], {
      description: 'the hash of the skin that is worn, also if it is not in the list',
    }),
    sharing: Type.Object({
      offered: Type.Boolean({ description: 'whether the site lets players wear shared skins' }),
      shared: Type.Boolean({ description: 'whether this player shares the skin' }),
    }),
  }),
  errors: [],
})

export const wearLook = endpoint({
  name: 'wearLook',
  summary: 'Put on one of the last skins again, or change the arms of the worn one',
  method: 'PUT',
  path: '/cabinet/looks/:hash',
  caller: 'player',
  permission: 'player.skin.upload',
  limits: wearLimits,
  params: Type.Object({ hash: Hash }),
  body: Type.Object({
    slim: Type.Optional(
      Type.Boolean({ description: 'if absent, the arms with which the skin was last worn' }),
    ),
  }),
  bodyOptional: true,
  status: 200,
  reply: TexturesReply,
  errors: ['look.notfound', 'texture.hdnotallowed'],
})

export const deleteLook = endpoint({
  name: 'deleteLook',
  summary: 'Delete one of the last skins from the list',
  method: 'DELETE',
  path: '/cabinet/looks/:hash',
  caller: 'player',
  params: Type.Object({ hash: Hash }),
  status: 204,
  reply: NoContent,
  errors: ['look.notfound'],
})

export const copySkin = endpoint({
  name: 'copySkin',
  summary: 'Put on the skin of a player who shares it',
  method: 'POST',
  path: '/cabinet/skin/copy',
  caller: 'player',
  permission: 'player.skin.upload',
  limits: copyLimits,
  body: Type.Object({
    username: text({ maxLength: 64, description: 'in any letter case' }),
  }),
  status: 200,
  reply: TexturesReply,
  errors: ['skin.notshared', 'texture.hdnotallowed'],
})

export const shareSkin = endpoint({
  name: 'shareSkin',
  summary: "Allow or stop other players from wearing the player's skin",
  method: 'PUT',
  path: '/cabinet/skin/sharing',
  caller: 'player',
  body: Type.Object({ shared: Type.Boolean() }),
  status: 204,
  reply: NoContent,
  errors: [],
})
