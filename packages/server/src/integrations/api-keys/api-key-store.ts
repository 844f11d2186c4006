import { type KernelPermission, kernelPermissions } from '@portal/contract'
import { sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Page } from '../../database/cursor.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { memoize } from '../../platform/cache/memoize.ts'
import { searchKey, searchPattern } from '../../platform/text/search-key.ts'
import type { ApiKey, KeyDetails } from './api-key.ts'

const keyColumns = [
  'id',
  'name',
  'permissions',
  'addresses',
  'author',
  'created_at as createdAt',
  'revoked_at as revokedAt',
  'used_at as usedAt',
  'used_ip as usedIp',
  'refused_at as refusedAt',
  'refused_ip as refusedIp',
] as const

const selectKey = compiledQuery((db, { hash, now }: Params<{ hash: string; now: number }>) =>
  db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)])),
)

/** Finds the key with this hash of its secret, even if it is revoked. */
export async function findKeyByHash(
  db: Db,
  hash: string,
  now: number,
): Promise<ApiKey | undefined> {
  const [row] = (await selectKey(db, { hash, now })).rows
  return row && toKey(row)
}

export async function findApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toKey(row)
}

/** Finds a key that is not revoked and locks it until the transaction ends. */
export async function lockApiKey(tx: Db, id: string): Promise<ApiKey | undefined> {
  const row = await tx
    .selectFrom('api_key')
    .select(keyColumns)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toKey(row)
}

/**
 * Lists keys whose name contains the query, newest first, except for the keys of self-tests. Begins after the key
 * `after`.
 */
export async function listApiKeys(
  db: Db,
  { query, limit, after }: Page<readonly [createdAt: number, id: string]>,
): Promise<ApiKey[]> {
  const pattern = searchPattern(query ?? '')
  const rows = await db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('ends_at', 'is', null)
    .$if(query !== undefined, (list) =>
      list.where(sql<boolean>`name_key like ${pattern} escape '!'`),
    )
    .$if(after !== undefined, (list) =>
      list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toKey)
}

export async function insertApiKey(
  db: Db,
  key: ApiKey,
  { hash, endsAt = null }: { hash: string; endsAt?: number | null },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      hash,
      name: key.name,
      name_key: searchKey(key.name),
      permissions: JSON.stringify(key.permissions),
      addresses: JSON.stringify(key.addresses),
      author: key.author,
      created_at: key.createdAt,
      ends_at: endsAt,
    })
    .execute()
}

export async function updateApiKey(
  db: Db,
  id: string,
  { name, permissions, addresses }: KeyDetails,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({
      name,
      name_key: searchKey(name),
      permissions: JSON.stringify(permissions),
      addresses: JSON.stringify(addresses),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Revokes a key.
 * @returns the key; undefined if there is no such key or it is revoked already
 */
export async function revokeKey(db: Db, id: string, now: number): Promise<ApiKey | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(keyColumns)
    .executeTakeFirst()
  return row && toKey(row)
}

type Row = Omit<ApiKey, 'permissions' | 'addresses'> & { permissions: string; addresses: string }

function toKey(row: Row): ApiKey {
  return {
    ...row,
    permissions: listOf(row.permissions).filter(isKernelPermission),
    addresses: listOf(row.addresses),
  }
}

function isKernelPermission(text: string): text is KernelPermission {
  return Object.hasOwn(kernelPermissions, text)
}

/** Parses a list. Equal JSON gives the identical array, so that values derived from it can be cached by identity. */
const listOf = memoize(1000, (json): readonly string[] => JSON.parse(json))
