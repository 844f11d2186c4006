import Type, { type Static, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, NoContent, PlainName, text } from '../shapes.ts'

/** Warnings about a key that was saved as requested (docs/game-servers.md#api-keys). */
export const apiKeyWarnings = {
  'apikey.noaddresses': {
    en: 'The key trusts no address, so every request with it will be refused.',
    ru: 'У ключа нет доверенных адресов, поэтому все запросы с ним будут отклонены.',
  },
  'apikey.anyaddress': {
    en: 'The key works from any address, so anyone who obtains it can use it.',
    ru: 'Ключ работает с любого адреса: им сможет воспользоваться каждый, кто его узнает.',
  },
} as const satisfies Record<string, { en: string; ru: string }>

export type ApiKeyWarning = keyof typeof apiKeyWarnings

/** A permission of a key, by its exact name. */
const Permission = Type.Union([
  Type.Literal('kernel.launcher.provider'),
  Type.Literal('kernel.provider'),
  Type.Literal('kernel.connect'),
])

const fields = {
  name: PlainName,
  permissions: Type.Array(Permission, { minItems: 1, maxItems: 16 }),
  addresses: Type.Array(text({ maxLength: 64, description: 'IPv4, IPv6 or a CIDR network' }), {
    maxItems: 100,
    description: 'addresses that may use the key; if empty, none may',
  }),
}

export type NewApiKey = Static<typeof NewApiKey>
export const NewApiKey = Type.Object(fields)

/** Absent fields stay unchanged. */
export type ApiKeyChanges = Static<typeof ApiKeyChanges>
export const ApiKeyChanges = Type.Partial(NewApiKey)

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A key for administrators. The secret is not stored. */
export type ApiKeyItem = Static<typeof ApiKeyItem>
export const ApiKeyItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Permission),
  addresses: Type.Array(Type.String()),
  createdAt: Instant,
  author: Type.String({ description: "a player's uuid, or `command`" }),
  revokedAt: orNull(Instant),
  lastUsedAt: orNull(Instant),
  lastUsedIp: orNull(Type.String()),
  lastRefusedAt: orNull(Instant),
  lastRefusedIp: orNull(Type.String({ description: 'untrusted, or used with a revoked key' })),
  lastRefusedIsTrusted: Type.Boolean({ description: 'whether `lastRefusedIp` is trusted now' }),
})

const Warnings = Type.Array(
  Type.Union([Type.Literal('apikey.noaddresses'), Type.Literal('apikey.anyaddress')]),
)
const keyManagers = { caller: 'player', permission: 'panel.keys.manage' } as const
const params = Type.Object({ id: Type.String() })

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'List API keys, including revoked ones, newest first; `query` searches names',
  method: 'GET',
  path: '/admin/api-keys',
  ...keyManagers,
  query: listQuery,
  status: 200,
  reply: Type.Object({
    ...pageOf(ApiKeyItem).properties,
    editable: Type.Boolean({
      description: 'whether the caller may create, change and revoke keys',
    }),
  }),
  errors: [],
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'Create an API key, which is shown only here; for superusers',
  method: 'POST',
  path: '/admin/api-keys',
  ...keyManagers,
  reauthentication: {},
  body: NewApiKey,
  idempotent: true,
  status: 200,
  reply: Type.Object({ ...ApiKeyItem.properties, key: Type.String(), warnings: Warnings }),
  errors: [],
})

export const showApiKey = endpoint({
  name: 'showApiKey',
  summary: 'One API key',
  method: 'GET',
  path: '/admin/api-keys/:id',
  ...keyManagers,
  params,
  status: 200,
  reply: ApiKeyItem,
  errors: ['apikey.notfound'],
})

export const changeApiKey = endpoint({
  name: 'changeApiKey',
  summary: 'Change an API key that is not revoked; for superusers',
  method: 'PATCH',
  path: '/admin/api-keys/:id',
  ...keyManagers,
  params,
  reauthentication: {},
  body: ApiKeyChanges,
  status: 200,
  reply: Type.Object({ ...ApiKeyItem.properties, warnings: Warnings }),
  errors: ['apikey.notfound'],
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'Revoke an API key permanently; for superusers',
  method: 'DELETE',
  path: '/admin/api-keys/:id',
  ...keyManagers,
  params,
  status: 204,
  reply: NoContent,
  errors: ['apikey.notfound'],
})
