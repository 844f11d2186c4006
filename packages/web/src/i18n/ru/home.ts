import type en from '../en/home.ts'

const ru: typeof en = {
  home: {
    title: 'Главная',
    about: 'Один аккаунт для лаунчера, скина и серверов. Создайте его и заходите играть.',
    register: 'Создать аккаунт',
    hello: 'С возвращением, {name}',
    toAccount: 'Ваш аккаунт',
    start: 'Как начать играть',
    stepRegister: 'Создайте аккаунт',
    stepRegisterText: 'Выберите имя, под которым вас увидят другие игроки. Это займёт минуту.',
    stepLauncher: 'Скачайте лаунчер',
    stepLauncherText: 'Он сам поставит нужную версию игры и будет её обновлять.',
    stepPlay: 'Играйте',
    stepPlayText: 'Войдите в лаунчер с тем же именем и паролем и выберите сервер.',
    launcher: 'Лаунчер',
    download: 'Скачать для {system}',
    servers: 'Серверы',
    online: 'Играют: {n} из {most}',
    offline: 'Не в сети',
    asking: 'Проверяем…',
    news: 'Новости',
    links: 'Где нас найти',
  },
}

export default ru
