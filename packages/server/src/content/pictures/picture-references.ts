import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { picturesIn } from './picture.ts'
import {
  deletePictureReferences,
  insertPictureReferences,
  listPictureReferences,
  lockPictures,
} from './picture-store.ts'

/**
 * A text that may refer to pictures, with its holder, such as `news/<id>`, and the field that it is from. A `former`
 * text can no longer be corrected, so missing pictures are no fault in it.
 */
export type PictureHolderText = {
  holder: string
  field: string
  text: string | null
  former?: true
}

/**
 * Updates the references of holders to pictures as a part of another change. Pictures that have no reference any more
 * are marked as unreferenced. All texts of a holder must be passed together, and the caller must have locked the
 * holders.
 * @throws Refusal `request.invalid` naming a field that refers to a new picture which is not stored
 */
export async function updatePictureReferences(
  { tx, now }: { tx: Db; now: number },
  texts: readonly PictureHolderText[],
): Promise<void> {
  const referenced = texts.flatMap(({ holder, field, text, former }) =>
    picturesIn(text ?? '').map((hash) => ({ holder, field, hash, former })),
  )
  const holders = [...new Set(texts.map(({ holder }) => holder))]
  const stored = await listPictureReferences(tx, holders)
  const added = referenced.filter((reference) => !stored.some(isSameAs(reference)))
  const dropped = stored.filter((reference) => !referenced.some(isSameAs(reference)))
  if (added.length === 0 && dropped.length === 0) return

  const locked = await lockPictures(tx, hashesOf([...added, ...dropped]))
  const missing = added.filter(({ hash, former }) => !locked.has(hash) && !former)
  if (missing.length > 0) {
    const fields = missing.map(({ field }) => ({ field, keyword: 'picture' }))
    throw new Refusal('request.invalid', { fields })
  }
  const referencesToAdd = added.filter(({ hash }) => locked.has(hash))
  if (referencesToAdd.length > 0)
    await insertPictureReferences(
      tx,
      referencesToAdd.map(({ holder, hash }) => ({ holder, hash })),
    )
  for (const [holder, references] of Map.groupBy(dropped, ({ holder }) => holder)) {
    await deletePictureReferences(tx, { holder, hashes: hashesOf(references ?? []) }, now)
  }
}

type PictureReference = { holder: string; hash: string }

function isSameAs({ holder, hash }: PictureReference): (other: PictureReference) => boolean {
  return (other) => other.holder === holder && other.hash === hash
}

function hashesOf(references: readonly PictureReference[]): string[] {
  return [...new Set(references.map(({ hash }) => hash))]
}
