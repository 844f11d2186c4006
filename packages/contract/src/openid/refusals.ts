import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals of sign-ins to other programs (docs/openid.md). */
export const openidRefusals = {
  'openid.clientnotfound': {
    status: 404,
    en: 'There is no such application.',
    ru: 'Такого приложения нет.',
  },
  'openid.imitation': {
    status: 400,
    en: 'Players would take this name for the site itself or its staff. Choose another name.',
    ru: 'Игроки примут это название за сам сайт или его администрацию. Выберите другое.',
  },
  'openid.requestexpired': {
    status: 404,
    en: 'This sign-in request has expired. Return to the application and start again.',
    ru: 'Запрос на вход устарел. Вернитесь в приложение и начните заново.',
  },
  'openid.notallowed': {
    status: 403,
    en: 'Your account may not sign in to this application.',
    ru: 'Вашему аккаунту нельзя входить в это приложение.',
  },
  'openid.wrongcode': {
    status: 404,
    en: 'This code is wrong or has expired. Check the letters, or get another code on the device.',
    ru: 'Код неверен или устарел. Проверьте буквы или получите на устройстве новый код.',
  },
} as const satisfies RefusalDefinitions
