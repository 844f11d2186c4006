import type en from '../en/start.ts'

const ru: typeof en = {
  start: {
    title: 'Начать играть',
    signIn: 'Установите лаунчер и войдите в него с ником {name} и своим паролем.',
    onComputer: 'Лаунчер работает на компьютере. Чтобы установить лаунчер, откройте этот сайт там.',
  },
}

export default ru
