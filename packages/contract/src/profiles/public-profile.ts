import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { RankLook } from '../permissions/rank-look.ts'
import { Instant, NoContent, Textures } from '../shapes.ts'

/** The public profile of a player, while the site has public profiles. */
export type PublicProfile = Static<typeof PublicProfile>
export const PublicProfile = Type.Object({
  username: Type.String({ description: 'canonical spelling' }),
  since: Type.String({ format: 'date', description: 'the day of registration, in UTC' }),
  roles: Type.Array(Type.String(), { description: 'their names' }),
  groups: Type.Array(Type.String(), { description: 'names of active donor ranks' }),
  groupBadges: Type.Array(Type.Object({ name: Type.String(), ...RankLook.properties }), {
    description: 'how the active donor ranks look, in their order',
  }),
  textures: Textures,
  playSeconds: Type.Optional(Type.Integer({ description: 'while the site shows play time' })),
  lastPlayedAt: Type.Optional(Instant),
})

export const showPublicProfile = endpoint({
  name: 'showPublicProfile',
  summary: 'The public profile of a player',
  method: 'GET',
  path: '/public/players/:username',
  caller: 'anyone',
  limits: [{ name: 'profiles', calls: 60, perSeconds: 60, per: 'ip', counts: 'calls' }],
  params: Type.Object({ username: Type.String({ description: 'in any letter case' }) }),
  status: 200,
  reply: PublicProfile,
  conditional: true,
  revalidated: true,
  errors: ['player.notfound'],
})

const Hidden = Type.Object({ hidden: Type.Boolean() })

export const showOwnVisibility = endpoint({
  name: 'showOwnVisibility',
  summary: 'Whether the player has hidden their public profile',
  method: 'GET',
  path: '/cabinet/public-profile',
  caller: 'player',
  status: 200,
  reply: Hidden,
  errors: [],
})

export const changeOwnVisibility = endpoint({
  name: 'changeOwnVisibility',
  summary: "Hide or show the player's public profile",
  method: 'PUT',
  path: '/cabinet/public-profile',
  caller: 'player',
  body: Hidden,
  status: 204,
  reply: NoContent,
  errors: [],
})
