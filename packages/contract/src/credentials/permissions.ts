import type { Words } from '../locale.ts'

export const providerPermissions = {
  'panel.identities.manage': { ru: 'Сервисы для входа', en: 'Sign-in services' },
} as const satisfies Record<string, Words>
