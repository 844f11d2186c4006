import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { NoContent } from '../shapes.ts'
import {
  Nodes,
  PermissionSetId,
  PermissionSetName,
  permissionSetParams,
} from './permission-sets.ts'

const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'a higher priority decides first',
})

export type Role = Static<typeof Role>
export const Role = Type.Object({
  id: Type.String(),
  name: Type.String(),
  priority: Type.Integer(),
  permissions: Type.Array(Type.String(), {
    description: 'sorted, in lower case; a leading `-` denies',
  }),
  system: Type.Boolean({ description: 'built in: cannot be deleted or given to players' }),
  players: Type.Union([Type.Integer(), Type.Null()], {
    description: 'how many players have it; 1000 means 1000 or more; null for a system role',
  }),
})

const roleEditors = { caller: 'player', permission: 'panel.roles.edit' } as const

export const listRoles = endpoint({
  name: 'listRoles',
  summary: 'List roles, highest priority first; `query` searches ids and names',
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
  summary: 'Create a role; editors can only give what they hold',
  method: 'POST',
  reauthentication: { onDemand: true },
  path: '/admin/roles',
  ...roleEditors,
  body: Type.Object({
    id: PermissionSetId,
    name: PermissionSetName,
    priority: Type.Optional(Priority),
    permissions: Type.Optional(Nodes),
  }),
  idempotent: true,
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
  params: permissionSetParams,
  status: 200,
  reply: Role,
  errors: ['role.notfound'],
})

export const changeRole = endpoint({
  name: 'changeRole',
  summary: 'Change a role, for everyone who has it',
  method: 'PATCH',
  reauthentication: { onDemand: true },
  path: '/admin/roles/:id',
  ...roleEditors,
  params: permissionSetParams,
  body: Type.Object({
    name: Type.Optional(PermissionSetName),
    priority: Type.Optional(Priority),
    permissions: Type.Optional(Nodes),
  }),
  status: 200,
  reply: Role,
  errors: ['role.notfound', 'role.system', 'permission.notassignable'],
})

export const deleteRole = endpoint({
  name: 'deleteRole',
  summary: 'Delete a role and take it from everyone who has it',
  method: 'DELETE',
  reauthentication: { onDemand: true },
  path: '/admin/roles/:id',
  ...roleEditors,
  params: permissionSetParams,
  status: 204,
  reply: NoContent,
  errors: ['role.notfound', 'role.system'],
})
