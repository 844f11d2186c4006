import type en from '../en/forbidden.ts'

const ru: typeof en = {
  forbidden: {
    title: 'Нет доступа',
    about: 'У вас нет доступа к странице «{page}». Если он нужен, обратитесь к администратору.',
    toPanel: 'Открыть обзор',
  },
}

export default ru
