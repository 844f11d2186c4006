import type { Words } from '../locale.ts'

export const systemPermissions = {
  'panel.system.read': { ru: 'Состояние системы', en: 'System status' },
} as const satisfies Record<string, Words>
