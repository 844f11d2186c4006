import type { Sentences } from './sentences.ts'

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
    en: 'Two-factor authentication is on. Add a colon and the code from the app to your password: password:123456.',
    ru: 'Включена двухфакторная защита. Допишите к паролю двоеточие и код из приложения: пароль:123456.',
  },
} as const satisfies Sentences
