import type { ApiKeyItem, ListQuery } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { InstantAndId, readPage, toPage } from '../../database/cursor.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { isTrusted } from '../../platform/network/ip-address.ts'
import type { ApiKey } from './api-key.ts'
import { listApiKeys } from './api-key-store.ts'

/**
 * Lists a page of keys, newest first, including revoked ones.
 * @throws Refusal `request.invalid` for an invalid cursor
 */
export async function listKeys(
  app: Pick<App, 'db'>,
  query: ListQuery,
): Promise<{ items: ApiKeyItem[]; next: string | null }> {
  const page = readPage(query, InstantAndId)
  const keys = await listApiKeys(app.db, { ...page, limit: page.limit + 1 })
  const { items, next } = toPage(keys, page.limit, (key) => [key.createdAt, key.id])
  return { items: items.map(toKeyItem), next }
}

export async function showKeys(app: Pick<App, 'db' | 'clock'>, by: Actor, query: ListQuery) {
  const { permissions } = await findEditor(app.db, by, app.clock.now())
  return { ...(await listKeys(app, query)), editable: permissions.superuser }
}

export function toKeyItem(key: ApiKey): ApiKeyItem {
  return {
    id: key.id,
    name: key.name,
    permissions: [...key.permissions],
    addresses: [...key.addresses],
    createdAt: isoInstant(key.createdAt),
    author: key.author,
    revokedAt: isoOrNull(key.revokedAt),
    lastUsedAt: isoOrNull(key.usedAt),
    lastUsedIp: key.usedIp,
    lastRefusedAt: isoOrNull(key.refusedAt),
    lastRefusedIp: key.refusedIp,
    lastRefusedIsTrusted: key.refusedIp !== null && isTrusted(key.addresses, key.refusedIp),
  }
}
