import Type, { type Static, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { Instant, NoContent, text } from '../shapes.ts'

/** What an owner should know of a key that was saved as it was asked for. */
export const apiKeyWarnings = {
  'apikey.noaddresses': {
    en: 'The key has no trusted addresses: every request with it is refused.',
    ru: 'У ключа нет доверенных адресов: все запросы с ним отклоняются.',
  },
  'apikey.anyaddress': {
    en: 'The key can be used from any address: whoever gets hold of it can use it.',
    ru: 'Ключ можно использовать с любого адреса: кто его узнает, тот им и воспользуется.',
  },
} as const satisfies Record<string, { en: string; ru: string }>

export type ApiKeyWarning = keyof typeof apiKeyWarnings

/** What a key can hold, each by its exact name (permissions, `kernel.*`). */
const Permission = Type.Union([
  Type.Literal('kernel.launcher.provider'),
  Type.Literal('kernel.provider'),
])

const fields = {
  name: Type.String({ pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]{1,64}$' }),
  permissions: Type.Array(Permission, { minItems: 1, maxItems: 16 }),
  addresses: Type.Array(text({ maxLength: 64, description: 'IPv4, IPv6 or a CIDR network' }), {
    maxItems: 100,
    description: 'where the key may be used from; none: nowhere',
  }),
}

/** What a key is made of. */
export type NewApiKey = Static<typeof NewApiKey>
export const NewApiKey = Type.Object(fields)

/** The fields that are named change, the others stay. */
export type ApiKeyChanges = Static<typeof ApiKeyChanges>
export const ApiKeyChanges = Type.Partial(NewApiKey)

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A key as the panel shows it; the key itself is kept nowhere. */
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
  lastRefusedIp: orNull(Type.String({ description: 'not trusted, or the key is revoked' })),
})

const Warnings = Type.Array(
  Type.Union([Type.Literal('apikey.noaddresses'), Type.Literal('apikey.anyaddress')]),
)
const byManagers = { caller: 'player', permission: 'panel.keys.manage' } as const
const params = Type.Object({ id: Type.String() })

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'API keys, newest first, revoked ones too; the query searches names',
  method: 'GET',
  path: '/admin/api-keys',
  ...byManagers,
  query: listQuery,
  status: 200,
  reply: pageOf(ApiKeyItem),
  errors: [],
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'Make an API key, which is shown here and never again; superusers alone may',
  method: 'POST',
  path: '/admin/api-keys',
  ...byManagers,
  body: NewApiKey,
  status: 200,
  reply: Type.Object({ ...ApiKeyItem.properties, key: Type.String(), warnings: Warnings }),
  errors: [],
})

export const showApiKey = endpoint({
  name: 'showApiKey',
  summary: 'One API key',
  method: 'GET',
  path: '/admin/api-keys/:id',
  ...byManagers,
  params,
  status: 200,
  reply: ApiKeyItem,
  errors: ['apikey.notfound'],
})

export const changeApiKey = endpoint({
  name: 'changeApiKey',
  summary: 'Change the named fields of a key that is not revoked; superusers alone may',
  method: 'PATCH',
  path: '/admin/api-keys/:id',
  ...byManagers,
  params,
  body: ApiKeyChanges,
  status: 200,
  reply: Type.Object({ ...ApiKeyItem.properties, warnings: Warnings }),
  errors: ['apikey.notfound'],
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'Make a key good for nothing, for ever; superusers alone may',
  method: 'DELETE',
  path: '/admin/api-keys/:id',
  ...byManagers,
  params,
  status: 204,
  reply: NoContent,
  errors: ['apikey.notfound'],
})
