import type en from '../en/public-profile.ts'

const ru: typeof en = {
  publicProfile: {
    since: 'Игрок с {day}',
    playHours: '{hours} ч в игре',
    lastPlayed: 'Последний раз в игре: {day}',
    figure: 'Фигурка {name}',
    turn: 'Показать в 3D',
    groups: 'Привилегии',
    roles: 'Роли',
    title: 'Публичный профиль',
    about: 'По ссылке видны ваша фигурка, день регистрации, привилегии и роли.',
    shown: 'Показывать мой профиль',
    hiddenNow: 'Профиль скрыт.',
    address: 'Ссылка на ваш профиль',
    open: 'Открыть',
  },
}

export default ru
