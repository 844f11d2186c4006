import type en from '../en/player-actions.ts'

const ru: typeof en = {
  playerActions: {
    bannedUntil: 'Игрок {name} заблокирован до {end}.',
    bannedForGood: 'Игрок {name} заблокирован навсегда.',
    unbanned: 'Блокировка игрока {name} снята.',
    givenUntil: 'Выдано игроку {name} до {end}: {what}.',
    givenForGood: 'Выдано игроку {name} навсегда: {what}.',
    taken: 'У игрока {name} больше нет: {what}.',
    nodeUntil: 'Личное право игрока {name} до {end}: {what}.',
    roleGiven: 'Роль выдана игроку {name}: {what}.',
    roleTaken: 'Роль игрока {name} снята: {what}.',
    superuserMade: 'Игрок {name} теперь суперпользователь.',
    superuserTaken: 'Игрок {name} больше не суперпользователь.',
    balance: 'У игрока {name} теперь {amounts}.',
    confirmed: 'Аккаунт игрока {name} подтверждён.',
    newPassword: 'При следующем входе игроку {name} придётся сменить пароль.',
    twoFactorRemoved: 'Двухфакторная защита игрока {name} снята.',
    passkeysRemoved: 'Ключи доступа игрока {name} удалены.',
    unlinked: 'Все привязанные аккаунты игрока {name} отвязаны.',
    launchersRevoked: 'Игрок {name} вышел из всех лаунчеров.',
    sessionsClosed: 'Игрок {name} вышел на всех устройствах.',
    skinRemoved: 'Скин игрока {name} удалён.',
    capeRemoved: 'Плащ игрока {name} удалён.',
  },
  authors: {
    command: 'командная строка',
    gone: 'удалённый аккаунт',
  },
}

export default ru
