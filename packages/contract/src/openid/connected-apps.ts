import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, NoContent } from '../shapes.ts'

export type ConnectedApp = Static<typeof ConnectedApp>
const ConnectedApp = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  trusted: Type.Boolean({ description: 'whether it signs players in without their consent' }),
  firstUsedAt: Instant,
  lastUsedAt: Instant,
})

export const listConnectedApps = endpoint({
  name: 'listConnectedApps',
  summary: 'Applications that the player has signed in to, last used first',
  method: 'GET',
  path: '/cabinet/connected-apps',
  caller: 'player',
  status: 200,
  reply: Type.Object({ items: Type.Array(ConnectedApp) }),
  errors: [],
})

export const disconnectApp = endpoint({
  name: 'disconnectApp',
  summary: 'Disconnect an application: its tokens end, and it needs consent again',
  method: 'DELETE',
  path: '/cabinet/connected-apps/:id',
  caller: 'player',
  params: Type.Object({ id: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['openid.clientnotfound'],
})
