import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'purchase.source': { en: 'Shop changed', ru: 'Магазин изменён', exportedTo: 'both' },
  'purchase.mapping': { en: 'Product mapped', ru: 'Товар настроен', exportedTo: 'both' },
  'purchase.held': { en: 'Purchase held', ru: 'Покупка отложена', exportedTo: 'both' },
  'purchase.given': { en: 'Purchase given', ru: 'Покупка выдана', exportedTo: 'both' },
  'purchase.assigned': { en: 'Purchase assigned', ru: 'Покупка назначена', exportedTo: 'both' },
  'purchase.refunded': { en: 'Purchase refunded', ru: 'Покупка возвращена', exportedTo: 'both' },
  'purchase.disputed': { en: 'Purchase disputed', ru: 'Покупка оспорена', exportedTo: 'both' },
  'purchase.restored': {
    en: 'Dispute about a purchase won',
    ru: 'Спор о покупке выигран',
    exportedTo: 'both',
  },
  'purchase.ended': { en: 'Subscription ended', ru: 'Подписка закончилась', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
