import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'session.closed': { en: 'Session closed', ru: 'Сессия завершена', exportedTo: 'both' },
  'session.reused': {
    en: 'Stolen session closed',
    ru: 'Украденная сессия завершена',
    exportedTo: 'both',
  },
  'sessions.closed': { en: 'Sessions closed', ru: 'Сессии завершены', exportedTo: 'both' },
  'sessions.displaced': {
    en: 'Oldest sessions closed',
    ru: 'Самые старые сессии завершены',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
