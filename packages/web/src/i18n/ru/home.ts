import type en from '../en/home.ts'

const ru: typeof en = {
  home: {
    about: 'Проект Minecraft: один аккаунт для лаунчера, скинов и серверов.',
    play: 'Начать играть',
    hello: 'С возвращением, {name}',
    toAccount: 'Ваш аккаунт',
    start: 'Как начать играть',
    stepRegister: 'Создайте аккаунт',
    stepRegisterText: 'Выберите ник. Это займёт минуту.',
    stepLauncher: 'Скачайте лаунчер',
    stepLauncherText: 'Он сам обновляет игру.',
    stepPlay: 'Играйте',
    stepPlayText: 'Войдите в лаунчер с тем же ником и паролем.',
    stepPlayNoLauncher: 'Откройте игру и выберите сервер.',
    download: 'Скачать для {system}',
    alsoFor: 'Есть и для',
    onlineNow: 'Сейчас в игре: {n}',
    servers: 'Серверы',
    online: 'Играют: {n} из {most}',
    offline: 'Не в сети',
    asking: 'Проверяем…',
    copyAddress: 'Скопировать адрес сервера {server}',
    news: 'Новости',
  },
}

export default ru
