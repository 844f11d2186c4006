import type { Db } from '../../database/database.ts'

export type KeyGeneration = {
  kid: string
  publicX: string
  sealedPrivate: string
  createdAt: number
  retiredAt: number | null
}

const columns = [
  'kid',
  'public_x as publicX',
  'sealed_private as sealedPrivate',
  'created_at as createdAt',
  'retired_at as retiredAt',
] as const

export async function listGenerations(db: Db): Promise<KeyGeneration[]> {
  return db
    .selectFrom('key_generation')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/**
 * Stores a generation. Instances that start concurrently for the first time may each store one; all of them are valid.
 */
export async function insertGeneration(db: Db, generation: KeyGeneration): Promise<void> {
  await db
    .insertInto('key_generation')
    .values({
      kid: generation.kid,
      public_x: generation.publicX,
      sealed_private: generation.sealedPrivate,
      created_at: generation.createdAt,
      retired_at: generation.retiredAt,
    })
    .execute()
}

/** Retires all generations except one. Those that are retired already keep the instant of their retirement. */
export async function retireGenerations(db: Db, except: string, now: number): Promise<void> {
  await db
    .updateTable('key_generation')
    .set({ retired_at: now })
    .where('kid', '!=', except)
    .where('retired_at', 'is', null)
    .execute()
}

export async function deleteGenerations(db: Db, retiredBefore: number): Promise<void> {
  await db.deleteFrom('key_generation').where('retired_at', '<', retiredBefore).execute()
}
