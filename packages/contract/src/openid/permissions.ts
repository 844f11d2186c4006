import type { Words } from '../locale.ts'

export const clientPermissions = {
  'panel.clients.manage': { ru: 'Приложения', en: 'Applications' },
} as const satisfies Record<string, Words>
