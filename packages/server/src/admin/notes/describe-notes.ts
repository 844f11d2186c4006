import type { StaffNote as NoteItem } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { isoInstant } from '../../platform/clock.ts'
import { listUsernames } from '../../players/player-store.ts'
import type { StaffNote } from './note-store.ts'

/**
 * Describes notes for a reader.
 * @param viewer the reader's ID; `mayDeleteAll` tells whether the reader may also delete notes by other authors
 */
export async function describeNotes(
  db: Db,
  notes: readonly StaffNote[],
  { viewer, mayDeleteAll }: { viewer: string; mayDeleteAll: boolean },
): Promise<NoteItem[]> {
  const names = await listUsernames(
    db,
    notes.map(({ author }) => author),
  )
  return notes.map(({ id, text, author, createdAt }) => ({
    id,
    text,
    author,
    authorName: names.get(author) ?? null,
    createdAt: isoInstant(createdAt),
    deletable: mayDeleteAll || author === viewer,
  }))
}
