import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

export type StoredSigningKey = {
  name: string
  kid: string
  sealedPrivate: string
  createdAt: number
}

/** Lists the current key with this name, then its predecessors that were retired after an instant. */
export async function listSigningKeys(
  db: Db,
  { name, retiredAfter }: { name: string; retiredAfter: number },
): Promise<StoredSigningKey[]> {
  return db
    .selectFrom('signing_key')
    .select(['name', 'kid', 'sealed_private as sealedPrivate', 'created_at as createdAt'])
    .where((eb) =>
      eb.or([
        eb('name', '=', name),
        eb.and([eb('name', 'like', `${name}:%`), eb('retired_at', '>', retiredAfter)]),
      ]),
    )
    .orderBy('name') // the current key is first: the names of retired keys begin with its name
    .execute()
}

/** Stores a key, unless there is one with this name. One statement decides between several processes. */
export async function insertSigningKey(db: Db, key: StoredSigningKey): Promise<void> {
  await db
    .insertInto('signing_key')
    .values(toRow(key))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/**
 * Retires the key with this name and gives its row another name. The row lock decides between concurrent calls: only
 * one of them finds the key.
 */
export async function retireSigningKey(
  tx: Db,
  { name, now }: { name: string; now: number },
): Promise<void> {
  await tx
    .updateTable('signing_key')
    .set((eb) => ({
      name: sql<string>`${eb.ref('name')} || ':' || ${eb.ref('kid')}`,
      retired_at: now,
    }))
    .where('name', '=', name)
    .execute()
}

export async function deleteSigningKey(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('signing_key').where('name', '=', name).execute()
}

export async function deleteRetiredSigningKeys(db: Db, before: number): Promise<void> {
  await db.deleteFrom('signing_key').where('retired_at', '<', before).execute()
}

function toRow({ name, kid, sealedPrivate, createdAt }: StoredSigningKey) {
  return { name, kid, sealed_private: sealedPrivate, created_at: createdAt, retired_at: null }
}
