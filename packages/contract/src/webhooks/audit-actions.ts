import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'webhook.created': { en: 'Webhook created', ru: 'Вебхук создан', exportedTo: 'both' },
  'webhook.changed': { en: 'Webhook changed', ru: 'Вебхук изменён', exportedTo: 'both' },
  'webhook.deleted': { en: 'Webhook deleted', ru: 'Вебхук удалён', exportedTo: 'both' },
  'webhook.disabled': { en: 'Webhook turned off', ru: 'Вебхук выключен', exportedTo: 'both' },
  'webhook.tested': { en: 'Webhook tested', ru: 'Вебхук проверен', exportedTo: 'both' },
  'webhook.resent': { en: 'Event sent again', ru: 'Событие отправлено снова', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
