import type en from '../en/timeline.ts'

const ru: typeof en = {
  timeline: {
    title: 'История',
    filter: 'Вид записей',
    all: 'Все',
    kinds: {
      'sign-ins': 'Входы',
      bans: 'Блокировки',
      ranks: 'Привилегии',
      roles: 'Роли',
      purchases: 'Покупки',
      notes: 'Заметки',
    },
    empty: 'Записей нет.',
    note: 'Заметка',
    noteHint: 'Игрок её не увидит.',
    addNote: 'Добавить заметку',
    noteAdded: 'Заметка добавлена.',
    deleteNote: 'Удалить',
    deleteNoteQuestion: 'Удалить эту заметку?',
    noteDeleted: 'Заметка удалена.',
    rankEnded: 'Привилегия закончилась',
    permissionEnded: 'Срок права закончился',
  },
}

export default ru
