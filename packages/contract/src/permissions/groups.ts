import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { NoContent } from '../shapes.ts'
import { BundleId, BundleName, Nodes, ofBundle } from './permission-sets.ts'

export type Group = Static<typeof Group>
export const Group = Type.Object({
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.String(), {
    description: 'sorted, in lower case; a leading `-` denies',
  }),
})

const byEditors = { caller: 'player', permission: 'panel.groups.edit' } as const

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'List donate groups by id; `query` searches ids and names',
  method: 'GET',
  path: '/admin/groups',
  caller: 'player',
  permission: 'panel.access',
  query: listQuery,
  status: 200,
  reply: pageOf(Group),
  errors: [],
})

export const createGroup = endpoint({
  name: 'createGroup',
  summary: 'Create a donate group; editors can only give what they hold',
  method: 'POST',
  proof: { onDemand: true },
  path: '/admin/groups',
  ...byEditors,
  body: Type.Object({ id: BundleId, name: BundleName, permissions: Type.Optional(Nodes) }),
  once: true,
  status: 200,
  reply: Group,
  errors: ['bundle.taken', 'permission.notassignable'],
})

export const showGroup = endpoint({
  name: 'showGroup',
  summary: 'One donate group',
  method: 'GET',
  path: '/admin/groups/:id',
  caller: 'player',
  permission: 'panel.access',
  params: ofBundle,
  status: 200,
  reply: Group,
  errors: ['group.notfound'],
})

export const changeGroup = endpoint({
  name: 'changeGroup',
  summary: 'Change a donate group, for everyone who has it',
  method: 'PATCH',
  proof: { onDemand: true },
  path: '/admin/groups/:id',
  ...byEditors,
  params: ofBundle,
  body: Type.Object({ name: Type.Optional(BundleName), permissions: Type.Optional(Nodes) }),
  status: 200,
  reply: Group,
  errors: ['group.notfound', 'permission.notassignable'],
})

export const deleteGroup = endpoint({
  name: 'deleteGroup',
  summary: 'Delete a donate group; this ends its grants, which stay in the history',
  method: 'DELETE',
  proof: { onDemand: true },
  path: '/admin/groups/:id',
  ...byEditors,
  params: ofBundle,
  status: 204,
  reply: NoContent,
  errors: ['group.notfound'],
})
