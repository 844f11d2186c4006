import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { PictureKind, StoredPicture } from './picture.ts'

type PictureName = { hash: string; kind: PictureKind }

const selectBytes = compiledQuery((db, { hash, kind }: Params<PictureName>) =>
  db.selectFrom('picture').select('bytes').where('hash', '=', hash).where('kind', '=', kind),
)

export async function findPictureBytes(
  db: Db,
  pictureName: PictureName,
): Promise<Buffer | undefined> {
  const [row] = (await selectBytes(db, pictureName)).rows
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
}

const selectHash = compiledQuery((db, { hash, kind }: Params<PictureName>) =>
  db.selectFrom('picture').select('hash').where('hash', '=', hash).where('kind', '=', kind),
)

export async function hasPicture(db: Db, pictureName: PictureName): Promise<boolean> {
  return (await selectHash(db, pictureName)).rows.length > 0
}

/**
 * Stores a picture that no text uses yet. If it is stored already and unreferenced, its retention period starts again.
 * One statement, so that concurrent uploads of one picture make one row.
 */
export async function upsertPicture(tx: Db, picture: StoredPicture, now: number): Promise<void> {
  await tx
    .insertInto('picture')
    .values({ ...picture, created_at: now, released_at: now })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ released_at: now })
        .where('picture.released_at', 'is not', null),
    )
    .execute()
}

/**
 * Locks pictures until the transaction ends, so that they are not deleted and their references do not change. Locks in
 * the order of hashes to avoid deadlocks.
 * @returns the hashes of the pictures that exist
 */
export async function lockPictures(tx: Db, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('picture')
    .select('hash')
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

export async function listPictureReferences(
  db: Db,
  holders: readonly string[],
): Promise<{ holder: string; hash: string }[]> {
  return db
    .selectFrom('picture_use')
    .select(['holder', 'hash'])
    .where('holder', 'in', holders)
    .execute()
}

/** Adds references to pictures whose rows are locked, and marks the pictures as referenced. */
export async function insertPictureReferences(
  tx: Db,
  references: readonly { holder: string; hash: string }[],
): Promise<void> {
  await tx
    .insertInto('picture_use')
    .values([...references])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const hashes = references.map(({ hash }) => hash)
  await tx.updateTable('picture').set({ released_at: null }).where('hash', 'in', hashes).execute()
}

/** Deletes references to pictures whose rows are locked. Marks pictures without any other reference as unreferenced. */
export async function deletePictureReferences(
  tx: Db,
  { holder, hashes }: { holder: string; hashes: readonly string[] },
  now: number,
): Promise<void> {
  await tx
    .deleteFrom('picture_use')
    .where('holder', '=', holder)
    .where('hash', 'in', hashes)
    .execute()
  await tx
    .updateTable('picture')
    .set({ released_at: now })
    .where('hash', 'in', hashes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('picture_use')
            .select('picture_use.hash')
            .whereRef('picture_use.hash', '=', 'picture.hash'),
        ),
      ),
    )
    .execute()
}

export async function listUnreferencedPictures(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('picture')
    .select('hash')
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ hash }) => hash)
}

/**
 * Deletes a picture unless it is in use again. On PostgreSQL the statement waits for a change that has locked the row,
 * and then checks the row again.
 */
export async function deleteUnreferencedPicture(
  db: Db,
  hash: string,
  before: number,
): Promise<void> {
  await db
    .deleteFrom('picture')
    .where('hash', '=', hash)
    .where('released_at', '<', before)
    .execute()
}
