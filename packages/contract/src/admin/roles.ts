import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { NoContent } from '../shapes.ts'
import { BundleId, BundleName, Nodes, ofBundle } from './bundles.ts'

const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'the highest is asked first',
})

export type Role = Static<typeof Role>
export const Role = Type.Object({
  id: Type.String(),
  name: Type.String(),
  priority: Type.Integer(),
  permissions: Type.Array(Type.String(), { description: 'lower case, sorted; `-` denies' }),
  system: Type.Boolean({ description: "the site's own: not deleted, not given" }),
  players: Type.Union([Type.Integer(), Type.Null()], {
    description: 'how many have it; 1000 means that many or more; null: a system role',
  }),
})

const byEditors = { caller: 'player', permission: 'panel.roles.edit' } as const

export const listRoles = endpoint({
  name: 'listRoles',
  summary: 'Roles from the highest priority down; the query searches ids and names',
  method: 'GET',
  path: '/admin/roles',
  caller: 'player',
  permission: 'panel.access',
  query: listQuery,
  status: 200,
  reply: pageOf(Role),
  errors: [],
})

export const createRole = endpoint({
  name: 'createRole',
  summary: 'Make a role; nobody puts into it what he does not have',
  method: 'POST',
  path: '/admin/roles',
  ...byEditors,
  body: Type.Object({
    id: BundleId,
    name: BundleName,
    priority: Type.Optional(Priority),
    permissions: Type.Optional(Nodes),
  }),
  status: 200,
  reply: Role,
  errors: ['bundle.taken', 'permission.notassignable'],
})

export const showRole = endpoint({
  name: 'showRole',
  summary: 'One role',
  method: 'GET',
  path: '/admin/roles/:id',
  caller: 'player',
  permission: 'panel.access',
  params: ofBundle,
  status: 200,
  reply: Role,
  errors: ['role.notfound'],
})

export const changeRole = endpoint({
  name: 'changeRole',
  summary: 'Change the named fields of a role, for everybody who has it',
  method: 'PATCH',
  path: '/admin/roles/:id',
  ...byEditors,
  params: ofBundle,
  body: Type.Object({
    name: Type.Optional(BundleName),
    priority: Type.Optional(Priority),
    permissions: Type.Optional(Nodes),
  }),
  status: 200,
  reply: Role,
  errors: ['role.notfound', 'role.system', 'permission.notassignable'],
})

export const deleteRole = endpoint({
  name: 'deleteRole',
  summary: 'Delete a role and take it from everybody who has it',
  method: 'DELETE',
  path: '/admin/roles/:id',
  ...byEditors,
  params: ofBundle,
  status: 204,
  reply: NoContent,
  errors: ['role.notfound', 'role.system'],
})
