import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'player.moved-in': {
    en: 'Imported from the old site',
    ru: 'Перенос со старого сайта',
    exportedTo: 'both',
  },
  'player.not-moved-in': {
    en: 'Import from the old site failed',
    ru: 'Перенос со старого сайта не удался',
    exportedTo: 'both',
  },
  'login.succeeded': { en: 'Signed in', ru: 'Вход', exportedTo: 'both' },
  'login.missed': { en: 'Sign-in failed', ru: 'Неудачный вход', exportedTo: 'both' },
  'login.paused': {
    en: 'Sign-in locked temporarily',
    ru: 'Вход временно заблокирован',
    exportedTo: 'both',
  },
  'login.refused': { en: 'Sign-in refused', ru: 'Вход отклонён', exportedTo: 'both' },
  'login.password-known': {
    en: 'Correct password without a correct code',
    ru: 'Верный пароль без верного кода',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
