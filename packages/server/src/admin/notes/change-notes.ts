import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { may } from '../../permissions/may.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { deleteNoteRow, findNote, insertNote, type StaffNote } from './note-store.ts'

/**
 * Adds a note about another player. The audit entry does not contain the text, because that player may be allowed to
 * read the audit log.
 * @throws Refusal `auth.forbidden` for a note about the caller; `player.notfound`
 */
export async function addNote(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  text: string,
): Promise<StaffNote> {
  if (playerId === by.actor) throw new Refusal('auth.forbidden')
  return change(app, by, async (work) => {
    const { tx, now } = work
    if (!(await lockPlayer(tx, playerId))) throw new Refusal('player.notfound')
    const id = newSortableId(app.random, now)
    const note: StaffNote = { id, author: by.actor, text: text.trim(), createdAt: now }
    await insertNote(tx, playerId, note)
    work.audit('player.note-added', playerId)
    return note
  })
}

/**
 * Deletes a note about a player. For a note by another author, the caller needs `panel.players.notes`.
 * @throws Refusal `auth.forbidden`; `note.notfound`, also if another call has deleted it
 */
export async function deleteNote(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  noteId: string,
): Promise<void> {
  if (playerId === by.actor) throw new Refusal('auth.forbidden')
  await change(app, by, async (work) => {
    const note = await findNote(work.tx, playerId, noteId)
    if (!note) throw new Refusal('note.notfound')
    const { permissions } = await findEditor(work.tx, by, work.now)
    if (note.author !== by.actor && !may(permissions, 'panel.players.notes')) {
      throw new Refusal('auth.forbidden')
    }
    if (!(await deleteNoteRow(work.tx, noteId))) throw new Refusal('note.notfound')
    work.audit('player.note-deleted', playerId)
  })
}
