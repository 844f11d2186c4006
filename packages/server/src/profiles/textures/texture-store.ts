import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { Player } from '../../players/player.ts'
import type { Texture } from './texture.ts'

export type Appearance = Pick<Player, 'skinHash' | 'skinTwinHash' | 'skinModel' | 'capeHash'>

const selectBytes = compiledQuery((db, { hash }: Params<{ hash: string }>) =>
  db.selectFrom('texture').select('bytes').where('hash', '=', hash),
)

export async function findTextureBytes(db: Db, hash: string): Promise<Buffer | undefined> {
  const [row] = (await selectBytes(db, { hash })).rows
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
}

const selectHash = compiledQuery((db, { hash }: Params<{ hash: string }>) =>
  db.selectFrom('texture').select('hash').where('hash', '=', hash),
)

export async function hasTexture(db: Db, hash: string): Promise<boolean> {
  return (await selectHash(db, { hash })).rows.length > 0
}

/**
 * Stores a texture and locks its row until the transaction ends. If the row exists, but is unreferenced and about to be
 * deleted, the lock makes the deletion run either before or after this transaction.
 */
export async function storeTexture(tx: Db, texture: Texture, now: number): Promise<void> {
  await tx
    .insertInto('texture')
    .values({ ...texture, created_at: now, released_at: null })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ released_at: null }))
    .execute()
}

/**
 * Locks the row of a stored texture and marks it as referenced, like `storeTexture`.
 * @returns false if the texture is no longer stored
 */
export async function retainTexture(tx: Db, hash: string): Promise<boolean> {
  const kept = await tx
    .updateTable('texture')
    .set({ released_at: null })
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return kept !== undefined
}

/** Locks a texture until the transaction ends: no other transaction can put it on or take it off. */
export async function lockTexture(tx: Db, hash: string): Promise<void> {
  if (!speaksPostgres(tx)) return // SQLite has only one write transaction at a time
  await tx.selectFrom('texture').select('hash').where('hash', '=', hash).forUpdate().execute()
}

export async function updateAppearance(
  tx: Db,
  playerId: string,
  { skinHash, skinTwinHash, skinModel, capeHash }: Partial<Appearance>,
): Promise<void> {
  await tx
    .updateTable('player')
    .set({
      ...(skinHash !== undefined && { skin_hash: skinHash }),
      ...(skinTwinHash !== undefined && { skin_twin_hash: skinTwinHash }),
      ...(skinModel !== undefined && { skin_model: skinModel }),
      ...(capeHash !== undefined && { cape_hash: capeHash }),
    })
    .where('id', '=', playerId)
    .execute()
}

/** Marks a texture as unreferenced, unless a player wears it or has it among the saved skins. */
export async function releaseTexture(tx: Db, hash: string, now: number): Promise<void> {
  await tx
    .updateTable('texture')
    .set({ released_at: now })
    .where('hash', '=', hash)
    .where('released_at', 'is', null)
    .where(({ not, or, exists }) =>
      not(or([exists(playersWearing(tx, hash)), exists(savedSkinsWith(tx, hash))])),
    )
    .execute()
}

export async function listReleased(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('texture')
    .select('hash')
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ hash }) => hash)
}

export async function deleteReleased(db: Db, hash: string, before: number): Promise<void> {
  await db
    .deleteFrom('texture')
    .where('hash', '=', hash)
    .where('released_at', '<', before)
    .where(({ not, or, exists }) =>
      not(or([exists(playersWearing(db, hash)), exists(savedSkinsWith(db, hash))])),
    )
    .execute()
}

function playersWearing(db: Db, hash: string) {
  return db
    .selectFrom('player')
    .select('player.id')
    .where(({ or, eb }) =>
      or([
        eb('player.skin_hash', '=', hash),
        eb('player.skin_twin_hash', '=', hash),
        eb('player.cape_hash', '=', hash),
      ]),
    )
}

function savedSkinsWith(db: Db, hash: string) {
  return db
    .selectFrom('look')
    .select('look.player_id')
    .where(({ or, eb }) => or([eb('look.skin_hash', '=', hash), eb('look.twin_hash', '=', hash)]))
}
