import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals to launcher servers, which receive only the code. */
export const launcherRefusals = {
  'auth.invalidkey': {
    status: 401,
    en: 'The API key is missing, unknown or revoked.',
    ru: 'Ключ API не указан, неизвестен или отозван.',
  },
  'auth.untrustedaddress': {
    status: 403,
    en: 'This API key may not be used from this address.',
    ru: 'С этого адреса ключ API использовать нельзя.',
  },
  'auth.usernotfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'auth.wrongpassword': {
    status: 401,
    en: 'Wrong password.',
    ru: 'Неверный пароль.',
  },
  'auth.userblocked': {
    status: 403,
    en: 'The account is banned.',
    ru: 'Аккаунт заблокирован.',
  },
} as const satisfies RefusalDefinitions

export const apiKeyRefusals = {
  'apikey.notfound': {
    status: 404,
    en: 'There is no such API key.',
    ru: 'Такого ключа API нет.',
  },
} as const satisfies RefusalDefinitions

export const discordRefusals = {
  'discord.incomplete': {
    status: 400,
    en: 'Enter the token of the bot and the id of the server first.',
    ru: 'Сначала укажите токен бота и ID сервера.',
  },
  'discord.nosuchset': {
    status: 400,
    en: 'There is no role or donor rank with this id.',
    ru: 'Роли или привилегии с таким ID нет.',
  },
} as const satisfies RefusalDefinitions

export const eventRefusals = {
  'events.gone': {
    status: 410,
    en: 'Events after this one are no longer kept. Start without a position.',
    ru: 'События после этой позиции уже не хранятся. Начните без позиции.',
  },
} as const satisfies RefusalDefinitions

/** Refusals of Yggdrasil (docs/launcher-protocols.md#yggdrasil). */
export const yggdrasilRefusals = {
  'yggdrasil.invalidtoken': {
    status: 403,
    en: 'Invalid token.',
    ru: 'Недействительный токен.',
  },
  'yggdrasil.profileselected': {
    status: 400,
    en: 'Access token already has a profile assigned.',
    ru: 'У этого токена уже есть профиль.',
  },
  'yggdrasil.codeneeded': {
    status: 403,
    en: 'Two-factor authentication is on. Add a colon and the code from the app to your password (password:123456), or use a launcher password from your account on the site.',
    ru: 'Включена двухфакторная защита. Допишите к паролю двоеточие и код из приложения (пароль:123456) или войдите по паролю для лаунчера из вашего аккаунта на сайте.',
  },
  'launcherpassword.off': {
    status: 409,
    en: 'Launcher passwords are not available on this site.',
    ru: 'На этом сайте пароли для лаунчера недоступны.',
  },
  'launcherpassword.toomany': {
    status: 409,
    en: 'You have the maximum number of launcher passwords. Please revoke one first.',
    ru: 'Больше паролей для лаунчера создать нельзя. Сначала отзовите один из них.',
  },
  'launcherpassword.notfound': {
    status: 404,
    en: 'There is no such launcher password.',
    ru: 'Такого пароля для лаунчера нет.',
  },
} as const satisfies RefusalDefinitions
