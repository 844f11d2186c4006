import Type, { type Static } from 'typebox'
import { Author, AuthorName } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { Instant, NoContent } from '../shapes.ts'

export const MAX_NOTE = 1000

const NoteText = Type.String({
  maxLength: MAX_NOTE,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  description: `1 to ${MAX_NOTE} characters`,
})

export type StaffNote = Static<typeof StaffNote>
export const StaffNote = Type.Object({
  id: Type.String(),
  text: Type.String(),
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
  deletable: Type.Boolean({ description: 'whether the caller may delete it' }),
})

export const addNote = endpoint({
  name: 'addNote',
  summary: 'Add a staff note about a player, who cannot see it',
  method: 'POST',
  path: '/admin/players/:uuid/notes',
  caller: 'player',
  permission: 'panel.players.read',
  params: Type.Object({ uuid: Type.String() }),
  body: Type.Object({ text: NoteText }),
  idempotent: true,
  status: 200,
  reply: StaffNote,
  errors: ['player.notfound'],
})

export const deleteNote = endpoint({
  name: 'deleteNote',
  summary: "Delete a staff note; another author's needs `panel.players.notes`",
  method: 'DELETE',
  path: '/admin/players/:uuid/notes/:noteId',
  caller: 'player',
  permission: 'panel.players.read',
  params: Type.Object({ uuid: Type.String(), noteId: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['player.notfound', 'note.notfound'],
})
