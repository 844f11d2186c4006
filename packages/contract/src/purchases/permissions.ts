import type { Words } from '../locale.ts'

export const purchasePermissions = {
  'panel.purchases.manage': { ru: 'Покупки', en: 'Purchases' },
} as const satisfies Record<string, Words>
