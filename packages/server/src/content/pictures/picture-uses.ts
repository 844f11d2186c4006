import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { picturesIn } from './picture.ts'
import { deleteUses, insertUses, listUses, lockPictures } from './picture-store.ts'

/**
 * A text of something that is kept, such as `news/<id>`, and the field that it came from. A `former` one
 * only keeps what is still stored: nobody can mend it any more.
 */
export type HeldText = { holder: string; field: string; text: string | null; former?: true }

/**
 * Keeps the pictures of these texts for as long as their holders name them, as a part of a change;
 * pictures that nothing names any more are released. All texts of a holder are given at once. The caller
 * has locked the holders, so that two changes of one do not run at once.
 *
 * @throws Refusal `request.invalid` naming the field with a picture that is new to the holder and is not
 *   stored (any more).
 */
export async function holdPictures(
  { tx, now }: { tx: Db; now: number },
  texts: readonly HeldText[],
): Promise<void> {
  const named = texts.flatMap(({ holder, field, text, former }) =>
    picturesIn(text ?? '').map((hash) => ({ holder, field, hash, former })),
  )
  const holders = [...new Set(texts.map(({ holder }) => holder))]
  const held = await listUses(tx, holders)
  const added = named.filter((use) => !held.some(isSameAs(use)))
  const dropped = held.filter((use) => !named.some(isSameAs(use)))
  if (added.length === 0 && dropped.length === 0) return

  const kept = await lockPictures(tx, hashesOf([...added, ...dropped]))
  const missing = added.filter(({ hash, former }) => !kept.has(hash) && !former)
  if (missing.length > 0) {
    const fields = missing.map(({ field }) => ({ field, keyword: 'picture' }))
    throw new Refusal('request.invalid', { fields })
  }
  const begun = added.filter(({ hash }) => kept.has(hash))
  if (begun.length > 0)
    await insertUses(
      tx,
      begun.map(({ holder, hash }) => ({ holder, hash })),
    )
  for (const [holder, uses] of Map.groupBy(dropped, ({ holder }) => holder)) {
    await deleteUses(tx, { holder, hashes: hashesOf(uses ?? []) }, now)
  }
}

type Use = { holder: string; hash: string }

function isSameAs({ holder, hash }: Use): (other: Use) => boolean {
  return (other) => other.holder === holder && other.hash === hash
}

function hashesOf(uses: readonly Use[]): string[] {
  return [...new Set(uses.map(({ hash }) => hash))]
}
