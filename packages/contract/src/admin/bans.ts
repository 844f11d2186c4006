import Type, { type Static } from 'typebox'
import { Author, AuthorName, Reason } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, InstantOrNull, NoContent, text } from '../shapes.ts'

export type Ban = Static<typeof Ban>
export const Ban = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  running: Type.Boolean(),
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
  expiresAt: InstantOrNull,
  liftedAt: InstantOrNull,
  liftedBy: Type.Union([Author, Type.Null()]),
  liftedByName: AuthorName,
})

const playerParams = Type.Object({ uuid: Type.String() })

export const banPlayer = endpoint({
  name: 'banPlayer',
  summary: 'Ban a player and close their sessions; replaces a running ban',
  method: 'POST',
  path: '/admin/players/:uuid/ban',
  caller: 'player',
  permission: 'panel.players.ban',
  params: playerParams,
  body: Type.Object({
    reason: Reason,
    expiresAt: Type.Optional(
      Type.Union([
        text({ maxLength: 32, description: 'ISO 8601, in the future; absent or null: permanent' }),
        Type.Null(),
      ]),
    ),
  }),
  idempotent: true,
  status: 200,
  reply: Ban,
  errors: ['player.notfound'],
})

export const unbanPlayer = endpoint({
  name: 'unbanPlayer',
  summary: "Lift a player's ban",
  method: 'DELETE',
  path: '/admin/players/:uuid/ban',
  caller: 'player',
  permission: 'panel.players.ban',
  params: playerParams,
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'ban.notfound'],
})

export const listBans = endpoint({
  name: 'listBans',
  summary: 'List all bans of a player, newest first',
  method: 'GET',
  path: '/admin/players/:uuid/bans',
  caller: 'player',
  permission: 'panel.players.read',
  params: playerParams,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(Ban),
  errors: ['player.notfound'],
})

export const listBanReasons = endpoint({
  name: 'listBanReasons',
  summary: 'The prepared ban reasons of the site',
  method: 'GET',
  path: '/admin/ban-reasons',
  caller: 'player',
  permission: 'panel.players.ban',
  status: 200,
  reply: Type.Object({
    items: Type.Array(Type.String(), { description: 'in English' }),
    reasons: Type.Array(Type.Object({ en: Type.String(), ru: Type.String() })),
  }),
  errors: [],
})
