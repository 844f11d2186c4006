import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { NoContent } from '../shapes.ts'
import { ClientChanges, ClientItem, NewClient } from './clients.ts'

const managers = { caller: 'player', permission: 'panel.clients.manage' } as const
const params = Type.Object({ id: Type.String() })
const Secret = Type.Union([Type.String(), Type.Null()], { description: 'null: a public client' })

export const listClients = endpoint({
  name: 'listClients',
  summary: 'Applications that sign players in, including revoked ones, newest first',
  method: 'GET',
  path: '/admin/clients',
  ...managers,
  status: 200,
  reply: Type.Object({
    items: Type.Array(ClientItem),
    issuer: Type.String({ description: 'the address that applications need' }),
    editable: Type.Boolean({ description: 'whether the caller may create and change them' }),
  }),
  errors: [],
})

export const createClient = endpoint({
  name: 'createClient',
  summary: 'Create an application; its secret is shown only here; for superusers',
  method: 'POST',
  path: '/admin/clients',
  ...managers,
  reauthentication: {},
  body: NewClient,
  idempotent: true,
  status: 201,
  reply: Type.Object({ ...ClientItem.properties, clientSecret: Secret }),
  errors: ['openid.imitation'],
})

export const changeClient = endpoint({
  name: 'changeClient',
  summary: 'Change an application that is not revoked; for superusers',
  method: 'PATCH',
  path: '/admin/clients/:id',
  ...managers,
  reauthentication: {},
  params,
  body: ClientChanges,
  status: 200,
  reply: ClientItem,
  errors: ['openid.clientnotfound', 'openid.imitation'],
})

export const replaceClientSecret = endpoint({
  name: 'replaceClientSecret',
  summary: 'Make a new secret; the current one stays valid for seven days; for superusers',
  method: 'POST',
  path: '/admin/clients/:id/secret',
  ...managers,
  reauthentication: {},
  params,
  idempotent: true,
  status: 200,
  reply: Type.Object({ ...ClientItem.properties, clientSecret: Type.String() }),
  errors: ['openid.clientnotfound'],
})

export const revokeClient = endpoint({
  name: 'revokeClient',
  summary: 'Revoke an application permanently; all its tokens end; for superusers',
  method: 'DELETE',
  path: '/admin/clients/:id',
  ...managers,
  params,
  status: 204,
  reply: NoContent,
  errors: ['openid.clientnotfound'],
})
