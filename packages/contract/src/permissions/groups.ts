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
import { RankLook } from './rank-look.ts'

export type Rank = Static<typeof Rank>
export const Rank = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ...RankLook.properties,
  permissions: Type.Array(Type.String(), {
    description: 'sorted, in lower case; a leading `-` denies',
  }),
})

const look = {
  color: Type.Optional(RankLook.properties.color),
  icon: Type.Optional(RankLook.properties.icon),
}

const groupEditors = { caller: 'player', permission: 'panel.groups.edit' } as const

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'List donor ranks in their order; `query` searches ids and names',
  method: 'GET',
  path: '/admin/groups',
  caller: 'player',
  permission: 'panel.access',
  query: listQuery,
  status: 200,
  reply: pageOf(Rank),
  errors: [],
})

export const createGroup = endpoint({
  name: 'createGroup',
  summary: 'Create a donor rank, which is last in the order; editors can only give what they hold',
  method: 'POST',
  reauthentication: { onDemand: true },
  path: '/admin/groups',
  ...groupEditors,
  body: Type.Object({
    id: PermissionSetId,
    name: PermissionSetName,
    ...look,
    permissions: Type.Optional(Nodes),
  }),
  idempotent: true,
  status: 200,
  reply: Rank,
  errors: ['bundle.taken', 'permission.notassignable'],
})

export const orderGroups = endpoint({
  name: 'orderGroups',
  summary: 'Set the order of the donor ranks; `ids` contains each of them once',
  method: 'PUT',
  path: '/admin/group-order',
  ...groupEditors,
  body: Type.Object({
    ids: Type.Array(PermissionSetId, {
      maxItems: 1000,
      description: 'all donor ranks, in their new order',
    }),
  }),
  status: 204,
  reply: NoContent,
  errors: ['group.listchanged'],
})

export const showGroup = endpoint({
  name: 'showGroup',
  summary: 'One donor rank',
  method: 'GET',
  path: '/admin/groups/:id',
  caller: 'player',
  permission: 'panel.access',
  params: permissionSetParams,
  status: 200,
  reply: Rank,
  errors: ['group.notfound'],
})

export const changeGroup = endpoint({
  name: 'changeGroup',
  summary: 'Change a donor rank, for everyone who has it',
  method: 'PATCH',
  reauthentication: { onDemand: true },
  path: '/admin/groups/:id',
  ...groupEditors,
  params: permissionSetParams,
  body: Type.Object({
    name: Type.Optional(PermissionSetName),
    ...look,
    permissions: Type.Optional(Nodes),
  }),
  status: 200,
  reply: Rank,
  errors: ['group.notfound', 'permission.notassignable'],
})

export const deleteGroup = endpoint({
  name: 'deleteGroup',
  summary: 'Delete a donor rank; this ends its grants, which stay in the history',
  method: 'DELETE',
  reauthentication: { onDemand: true },
  path: '/admin/groups/:id',
  ...groupEditors,
  params: permissionSetParams,
  status: 204,
  reply: NoContent,
  errors: ['group.notfound'],
})
