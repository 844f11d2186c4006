import { compiledQuery, type Params } from '../platform/database/compiled-query.ts'
import { type Db, speaksPostgres } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import type { Texture } from './texture.ts'

/** What a player wears, as his row says it. */
export type Outfit = Pick<Player, 'skinHash' | 'skinTwinHash' | 'skinModel' | 'capeHash'>

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
 * Keeps a texture that somebody is about to wear. The same bytes may be there already, perhaps
 * released and about to be thrown away: the row is locked, so whoever deletes comes before or after
 * the whole transaction, never between it and the wearing.
 */
export async function keepTexture(tx: Db, texture: Texture, now: number): Promise<void> {
  await tx
    .insertInto('texture')
    .values({ ...texture, created_at: now, released_at: null })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ released_at: null }))
    .execute()
}

/** Nobody else begins or ends to wear this texture until the transaction ends. */
export async function lockTexture(tx: Db, hash: string): Promise<void> {
  if (!speaksPostgres(tx)) return // in SQLite one transaction writes at a time
  await tx.selectFrom('texture').select('hash').where('hash', '=', hash).forUpdate().execute()
}

/** What of a player's outfit is not named stays as it is. */
export async function updateOutfit(
  tx: Db,
  playerId: string,
  { skinHash, skinTwinHash, skinModel, capeHash }: Partial<Outfit>,
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

/** Notes since when nobody wears a texture; it stays as it is while somebody does. */
export async function releaseTexture(tx: Db, hash: string, now: number): Promise<void> {
  await tx
    .updateTable('texture')
    .set({ released_at: now })
    .where('hash', '=', hash)
    .where('released_at', 'is', null)
    .where(({ not, exists }) => not(exists(wearersOf(tx, hash))))
    .execute()
}

/** Textures that nobody has worn since before an instant. */
export async function listReleased(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('texture')
    .select('hash')
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Deletes a texture, unless somebody has taken it up again since it was listed. */
export async function deleteReleased(db: Db, hash: string, before: number): Promise<void> {
  await db
    .deleteFrom('texture')
    .where('hash', '=', hash)
    .where('released_at', '<', before)
    .where(({ not, exists }) => not(exists(wearersOf(db, hash))))
    .execute()
}

function wearersOf(db: Db, hash: string) {
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
