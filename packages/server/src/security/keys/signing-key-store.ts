import type { Db } from '../../database/database.ts'

/** A row of `signing_key`. The private key is sealed. */
export type StoredSigningKey = {
  name: string
  kid: string
  sealedPrivate: string
  createdAt: number
}

export async function findSigningKey(db: Db, name: string): Promise<StoredSigningKey | undefined> {
  return db
    .selectFrom('signing_key')
    .select(['name', 'kid', 'sealed_private as sealedPrivate', 'created_at as createdAt'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Keeps the first key of a name. One statement decides, so of several processes that made one, one stays. */
export async function insertSigningKey(db: Db, key: StoredSigningKey): Promise<void> {
  await db
    .insertInto('signing_key')
    .values(toRow(key))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function replaceSigningKey(db: Db, key: StoredSigningKey): Promise<void> {
  const { name, ...rest } = toRow(key)
  await db
    .insertInto('signing_key')
    .values({ name, ...rest })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(rest))
    .execute()
}

function toRow({ name, kid, sealedPrivate, createdAt }: StoredSigningKey) {
  return { name, kid, sealed_private: sealedPrivate, created_at: createdAt }
}
