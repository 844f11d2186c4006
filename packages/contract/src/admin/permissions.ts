import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { text } from '../shapes.ts'

const Title = Type.Object({ ru: Type.String(), en: Type.String() })
const Titled = Type.Object({ id: Type.String(), title: Title })

export const listPermissions = endpoint({
  name: 'listPermissions',
  summary: 'Every permission there is, with the builds of the setting, and what API keys can hold',
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
  summary: 'Whether a player may do a thing, and which node of which source decides it',
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
        '`role:<id>`, `group:<id>`, `donate`, `personal`, `superuser`; null: nobody said anything',
    }),
    node: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: ['player.notfound'],
})
