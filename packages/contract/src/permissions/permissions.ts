import type { Words } from '../locale.ts'

export const permissionSetPermissions = {
  'panel.roles.edit': { ru: 'Менять роли', en: 'Change roles' },
  'panel.groups.edit': { ru: 'Менять привилегии', en: 'Change donor ranks' },
} as const satisfies Record<string, Words>
