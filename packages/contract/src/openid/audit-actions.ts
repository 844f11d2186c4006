import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'openid-client.created': {
    en: 'Application created',
    ru: 'Приложение создано',
    exportedTo: 'both',
  },
  'openid-client.changed': {
    en: 'Application changed',
    ru: 'Приложение изменено',
    exportedTo: 'both',
  },
  'openid-client.secret': {
    en: 'Application secret replaced',
    ru: 'Секрет приложения заменён',
    exportedTo: 'both',
  },
  'openid-client.revoked': {
    en: 'Application revoked',
    ru: 'Приложение отозвано',
    exportedTo: 'both',
  },
  'openid.connected': {
    en: 'Application connected',
    ru: 'Приложение подключено',
    exportedTo: 'both',
  },
  'openid.device': {
    en: 'Signed in on a device by a code',
    ru: 'Вход на устройстве по коду',
    exportedTo: 'both',
  },
  'openid.disconnected': {
    en: 'Application disconnected',
    ru: 'Приложение отключено',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
