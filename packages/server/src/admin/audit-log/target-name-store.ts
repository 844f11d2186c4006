import type { Db } from '../../database/database.ts'
import { searchKey } from '../../platform/text/search-key.ts'

/** The kinds of targets that have a name, except players. The kind is the first part of the action. */
export type TargetKind = 'role' | 'group' | 'api-key' | 'identity-provider' | 'news' | 'mail'

export async function listTargetNames(
  db: Db,
  kind: TargetKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await namesOf(db, kind, ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function namesOf(
  db: Db,
  kind: TargetKind,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  switch (kind) {
    case 'api-key':
      return db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids).execute()
    case 'identity-provider':
      return db
        .selectFrom('identity_provider')
        .select(['slug as id', 'name'])
        .where('slug', 'in', ids)
        .execute()
    case 'news':
      return db.selectFrom('news').select(['id', 'title as name']).where('id', 'in', ids).execute()
    case 'mail':
      return db
        .selectFrom('outbox')
        .select(['id', 'recipient as name'])
        .where('id', 'in', ids)
        .execute()
    default:
      return db
        .selectFrom('bundle')
        .select(['id', 'name'])
        .where('kind', '=', kind)
        .where('id', 'in', ids)
        .execute()
  }
}

export async function findKeyIdByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select('id')
    .where('name_key', '=', searchKey(name))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function findTargetIdByName(db: Db, name: string): Promise<string | undefined> {
  const bundles = await db.selectFrom('bundle').select(['id', 'name']).execute()
  const bundle = bundles.find((one) => searchKey(one.name) === searchKey(name))
  if (bundle) return bundle.id
  const key = await findKeyIdByName(db, name)
  if (key !== undefined) return key
  const services = await db.selectFrom('identity_provider').select(['slug', 'name']).execute()
  const service = services.find((one) => searchKey(one.name) === searchKey(name))
  if (service) return service.slug
  const news = await db
    .selectFrom('news')
    .select('id')
    .where('title_key', '=', searchKey(name))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return news?.id
}
