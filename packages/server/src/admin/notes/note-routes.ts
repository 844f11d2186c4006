import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { addNote, deleteNote } from './change-notes.ts'
import { describeNotes } from './describe-notes.ts'

export function noteRoutes(app: App) {
  return {
    addNote: route(endpoints.addNote, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (needs) => {
          const player = await requirePlayer(app.db, params.uuid)
          return addNote(needs, by, player.id, body.text)
        },
        async (note, db) => {
          const viewer = { viewer: by.actor, mayDeleteAll: false }
          const [item] = await describeNotes(db, [note], viewer)
          if (!item) throw new Error('no note')
          return item
        },
      ),
    ),

    deleteNote: route(endpoints.deleteNote, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await deleteNote(app, by, id, params.noteId)
      return null
    }),
  }
}
