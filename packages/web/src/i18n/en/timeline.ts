/** Texts of the time line on a player's card. */
export default {
  timeline: {
    title: 'Time line',
    filter: 'Kind',
    all: 'Everything',
    kinds: {
      'sign-ins': 'Sign-ins',
      bans: 'Bans',
      ranks: 'Donor ranks',
      roles: 'Roles',
      purchases: 'Purchases',
      notes: 'Notes',
    },
    empty: 'No entries.',
    note: 'Staff note',
    noteHint: 'The player does not see it.',
    addNote: 'Add a note',
    noteAdded: 'The note was added.',
    deleteNote: 'Delete',
    deleteNoteQuestion: 'Delete this note?',
    noteDeleted: 'The note was deleted.',
    rankEnded: 'Donor rank ended',
    permissionEnded: 'Permission ended',
  },
}
