import type { Words } from '../locale.ts'

export const webhookPermissions = {
  'panel.webhooks.manage': { ru: 'Вебхуки', en: 'Webhooks' },
} as const satisfies Record<string, Words>
