import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { text } from '../shapes.ts'

const Title = Type.Object({ ru: Type.String(), en: Type.String() })
const TitledItem = Type.Object({ id: Type.String(), title: Title })

export const listPermissions = endpoint({
  name: 'listPermissions',
  summary: 'List all permissions, including those of launcher builds and of API keys',
  method: 'GET',
  path: '/admin/permissions',
  caller: 'player',
  permission: 'panel.access',
  status: 200,
  reply: Type.Object({
    groups: Type.Array(TitledItem),
    permissions: Type.Array(Type.Object({ id: Type.String(), group: Type.String(), title: Title })),
    kernel: Type.Array(TitledItem, { description: 'for API keys alone' }),
  }),
  errors: [],
})

const NodeSource = Type.Object({
  source: Type.String({ description: '`role:<id>`, `group:<id>`, `donate` or `personal`' }),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'the name of the role or group; null for other sources',
  }),
  nodes: Type.Array(Type.String()),
})

export const showStanding = endpoint({
  name: 'showStanding',
  summary: 'All sources that decide what a player may do now, in order of precedence',
  method: 'GET',
  path: '/admin/players/:uuid/standing',
  caller: 'player',
  permission: 'panel.players.read',
  params: Type.Object({ uuid: Type.String() }),
  status: 200,
  reply: Type.Object({
    superuser: Type.Boolean(),
    restrictions: Type.Array(NodeSource, { description: 'denials, which come first' }),
    tiers: Type.Array(Type.Array(NodeSource), {
      description: 'the first tier with a node that matches decides',
    }),
  }),
  errors: ['player.notfound'],
})

export const explainPermission = endpoint({
  name: 'explainPermission',
  summary: 'Whether a player has a permission, and which node of which source decides it',
  method: 'GET',
  path: '/admin/permissions/explain',
  caller: 'player',
  permission: 'panel.players.read',
  query: Type.Object({
    player: text({ minLength: 1, maxLength: 64, description: 'name or uuid' }),
    permission: text({ minLength: 1, maxLength: 256, description: 'in any letter case' }),
  }),
  status: 200,
  reply: Type.Object({
    allowed: Type.Boolean(),
    source: Type.Union([Type.String(), Type.Null()], {
      description:
        '`role:<id>`, `group:<id>`, `donate`, `personal`, `superuser`; null: no node applies',
    }),
    node: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: ['player.notfound'],
})
