import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Ban, Reason } from '../panel-shapes.ts'
import { NoContent, text } from '../shapes.ts'

const ofPlayer = Type.Object({ uuid: Type.String() })

export const banPlayer = endpoint({
  name: 'banPlayer',
  summary: 'Ban a player and close their sessions; replaces a running ban',
  method: 'POST',
  path: '/admin/players/:uuid/ban',
  caller: 'player',
  permission: 'panel.players.ban',
  params: ofPlayer,
  body: Type.Object({
    reason: Reason,
    expiresAt: Type.Optional(
      Type.Union([
        text({ maxLength: 32, description: 'ISO 8601, in the future; absent or null: permanent' }),
        Type.Null(),
      ]),
    ),
  }),
  once: true,
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
  params: ofPlayer,
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
  params: ofPlayer,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(Ban),
  errors: ['player.notfound'],
})
