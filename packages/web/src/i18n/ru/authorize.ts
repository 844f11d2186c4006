import type en from '../en/authorize.ts'

const ru: typeof en = {
  authorize: {
    launchers: 'Лаунчеры',
    title: 'Вход в приложение',
    heading: 'Войти в приложение {name}?',
    leaving: 'После этого вы вернётесь на {host}.',
    signedInAs: 'Вы вошли как {name}.',
    sees: 'Приложение {name} сможет:',
    openid: 'узнавать ваш аккаунт',
    profile: 'видеть ваш ник, аватар и язык',
    email: 'видеть ваш адрес почты',
    minecraft: 'видеть игровой ник, UUID, скин и плащ',
    roles: 'видеть ваши роли и привилегии',
    permissions: 'видеть ваши права',
    offline_access: 'оставаться подключённым, пока вы не отключите его здесь',
    Yggdrasil: {
      PlayerProfiles: {
        Select: 'запускать игру с вашим ником, UUID, скином и плащом',
        Read: 'видеть игровой ник, UUID, скин и плащ',
      },
      Server: { Join: 'заходить на игровые серверы от вашего имени и менять скин и плащ' },
    },
    otherwise: 'Разрешайте, только если вы сами перешли сюда из приложения {name}.',
    allow: 'Разрешить и продолжить',
    decline: 'Отказаться',
    expired: 'Запрос на вход устарел',
    forbidden: 'Вашему аккаунту нельзя входить в приложение {name}.',
    back: 'Вернуться',
    continuing: 'Вход в приложение {name}',
  },
}

export default ru
