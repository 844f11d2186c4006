import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'launcher-password.created': {
    en: 'Launcher password created',
    ru: 'Пароль для лаунчера создан',
    exportedTo: 'both',
  },
  'launcher-password.revoked': {
    en: 'Launcher password revoked',
    ru: 'Пароль для лаунчера отозван',
    exportedTo: 'both',
  },
  'api-key.created': { en: 'API key created', ru: 'Ключ API создан', exportedTo: 'both' },
  'api-key.changed': { en: 'API key changed', ru: 'Ключ API изменён', exportedTo: 'both' },
  'api-key.revoked': { en: 'API key revoked', ru: 'Ключ API отозван', exportedTo: 'both' },
  'api-key.refused': { en: 'API key refused', ru: 'Ключ API отклонён', exportedTo: 'both' },
  'discord.changed': {
    en: 'Roles on Discord changed',
    ru: 'Роли в Discord изменены',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
