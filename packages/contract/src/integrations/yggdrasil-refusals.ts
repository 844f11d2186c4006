import type { Sentences } from '../definitions.ts'

/** Refusals for launchers and game servers that speak Yggdrasil (docs/contract.md#yggdrasil). */
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
    en: 'This site takes no launcher passwords.',
    ru: 'На этом сайте паролей для лаунчера нет.',
  },
  'launcherpassword.toomany': {
    status: 409,
    en: 'You have as many launcher passwords as are allowed. Please revoke one first.',
    ru: 'Больше паролей для лаунчера создать нельзя. Сначала отзовите один из них.',
  },
  'launcherpassword.notfound': {
    status: 404,
    en: 'There is no such launcher password.',
    ru: 'Такого пароля для лаунчера нет.',
  },
} as const satisfies Sentences
