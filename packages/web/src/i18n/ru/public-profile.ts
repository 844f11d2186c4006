import type en from '../en/public-profile.ts'

const ru: typeof en = {
  publicProfile: {
    since: 'На сайте с {day}',
    figure: 'Фигурка {name}',
    turn: 'Показать в 3D',
    groups: 'Донат-группы',
    roles: 'Роли',
    title: 'Публичный профиль',
    about: 'По ссылке каждый увидит вашу фигурку, день регистрации, донат-группы и роли.',
    shown: 'Показывать мой профиль всем',
    hiddenNow: 'Теперь его никто больше не откроет.',
    address: 'Ссылка на ваш профиль',
    open: 'Открыть',
  },
}

export default ru
