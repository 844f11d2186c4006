import type { RefusalDefinitions } from '../refusal.ts'

export const playerRefusals = {
  'player.notfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'player.lastsuperuser': {
    status: 409,
    en: 'At least one superuser must remain.',
    ru: 'Должен остаться хотя бы один суперпользователь.',
  },
  'player.wrongname': {
    status: 400,
    en: 'This is not the name of the account.',
    ru: 'Это не ник аккаунта.',
  },
} as const satisfies RefusalDefinitions

export const banRefusals = {
  'ban.notfound': {
    status: 404,
    en: 'The player is not banned.',
    ru: 'Игрок не заблокирован.',
  },
} as const satisfies RefusalDefinitions

export const noteRefusals = {
  'note.notfound': {
    status: 404,
    en: 'There is no such note.',
    ru: 'Такой заметки нет.',
  },
} as const satisfies RefusalDefinitions

export const mailRefusals = {
  'mail.notfound': {
    status: 404,
    en: 'There is no such mail.',
    ru: 'Такого письма нет.',
  },
} as const satisfies RefusalDefinitions

export const mailServerRefusals = {
  'mail.byenvironment': {
    status: 409,
    en: 'The mail server is set by SMTP_URL in the environment, so it cannot be changed here.',
    ru: 'Почтовый сервер задан в окружении (SMTP_URL), здесь его не изменить.',
  },
} as const satisfies RefusalDefinitions
