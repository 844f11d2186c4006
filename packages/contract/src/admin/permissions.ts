import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { text } from '../shapes.ts'

const Title = Type.Object({ ru: Type.String(), en: Type.String() })
const Titled = Type.Object({ id: Type.String(), title: Title })

export const listPermissions = endpoint({
  name: 'listPermissions',
  summary: 'List all permissions, including those of launcher builds and of API keys',
  method: 'GET',
  path: '/admin/permissions',
  caller: 'player',
  permission: 'panel.access',
  status: 200,
  reply: Type.Object({
    groups: Type.Array(Titled),
    permissions: Type.Array(Type.Object({ id: Type.String(), group: Type.String(), title: Title })),
    kernel: Type.Array(Titled, { description: 'for API keys alone' }),
  }),
  errors: [],
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
