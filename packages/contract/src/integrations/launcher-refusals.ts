import type { Sentences } from '../definitions.ts'

/** Refusals for launcher servers, which receive the code alone. */
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
} as const satisfies Sentences
