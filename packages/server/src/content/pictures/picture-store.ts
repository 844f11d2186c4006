import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { PictureKind, StoredPicture } from './picture.ts'

type Named = { hash: string; kind: PictureKind }

const selectBytes = compiledQuery((db, { hash, kind }: Params<Named>) =>
  db.selectFrom('picture').select('bytes').where('hash', '=', hash).where('kind', '=', kind),
)

export async function findPictureBytes(db: Db, named: Named): Promise<Buffer | undefined> {
  const [row] = (await selectBytes(db, named)).rows
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
}

const selectHash = compiledQuery((db, { hash, kind }: Params<Named>) =>
  db.selectFrom('picture').select('hash').where('hash', '=', hash).where('kind', '=', kind),
)

export async function hasPicture(db: Db, named: Named): Promise<boolean> {
  return (await selectHash(db, named)).rows.length > 0
}

/**
 * Stores a picture, which nothing shows yet; if it is stored already, its time begins again unless
 * something shows it. One statement does it, so any number of uploads of the same picture make one row,
 * and a deletion comes before or after.
 */
export async function keepPicture(tx: Db, picture: StoredPicture, now: number): Promise<void> {
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
 * Keeps others from deleting these pictures, or from showing or releasing them, until the transaction
 * ends. All lock in one order, so nobody waits in a circle.
 *
 * @returns the hashes of those that exist.
 */
export async function lockPictures(tx: Db, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('picture')
    .select('hash')
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .$if(speaksPostgres(tx), (query) => query.forUpdate()) // SQLite has one writing transaction at a time
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

export async function listUses(
  db: Db,
  holders: readonly string[],
): Promise<{ holder: string; hash: string }[]> {
  return db
    .selectFrom('picture_use')
    .select(['holder', 'hash'])
    .where('holder', 'in', holders)
    .execute()
}

/** Writes that a holder shows pictures, whose rows are locked and which are not released any more. */
export async function insertUses(
  tx: Db,
  uses: readonly { holder: string; hash: string }[],
): Promise<void> {
  await tx
    .insertInto('picture_use')
    .values([...uses])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const hashes = uses.map(({ hash }) => hash)
  await tx.updateTable('picture').set({ released_at: null }).where('hash', 'in', hashes).execute()
}

/** Deletes a use of pictures, whose rows are locked, and releases those that nothing else shows. */
export async function deleteUses(
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

/** Lists the pictures that were released before an instant. */
export async function listReleased(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('picture')
    .select('hash')
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ hash }) => hash)
}

/**
 * Deletes a picture, unless something shows it again since it was listed. On PostgreSQL it waits for a
 * change that has its row, and then sees that the picture is not released any more.
 */
export async function deleteReleased(db: Db, hash: string, before: number): Promise<void> {
  await db
    .deleteFrom('picture')
    .where('hash', '=', hash)
    .where('released_at', '<', before)
    .execute()
}
