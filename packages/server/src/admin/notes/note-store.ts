import { NEWEST } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'

export type StaffNote = { id: string; author: string; text: string; createdAt: number }

const noteColumns = ['id', 'author', 'text', 'created_at as createdAt'] as const

export async function insertNote(tx: Db, playerId: string, note: StaffNote): Promise<void> {
  await tx
    .insertInto('staff_note')
    .values({
      id: note.id,
      player_id: playerId,
      author: note.author,
      text: note.text,
      created_at: note.createdAt,
    })
    .execute()
}

export async function findNote(
  db: Db,
  playerId: string,
  noteId: string,
): Promise<StaffNote | undefined> {
  return db
    .selectFrom('staff_note')
    .select(noteColumns)
    .where('id', '=', noteId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}

/**
 * Deletes a note.
 * @returns whether this call deleted it; of concurrent calls, only one does
 */
export async function deleteNoteRow(tx: Db, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_note')
    .where('id', '=', noteId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listNotes(
  db: Db,
  playerId: string,
  page: { after: readonly [createdAt: number, id: string] | undefined; limit: number },
): Promise<StaffNote[]> {
  const [at, id] = page.after ?? NEWEST
  return db
    .selectFrom('staff_note')
    .select(noteColumns)
    .where('player_id', '=', playerId)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}
