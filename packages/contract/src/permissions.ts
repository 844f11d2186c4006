import { playerPermissions, sitePermissions } from './admin/permissions.ts'
import { contentPermissions } from './content/permissions.ts'
import { providerPermissions } from './credentials/permissions.ts'
import {
  apiKeyPermissions,
  discordPermissions,
  type kernelPermissions,
} from './integrations/permissions.ts'
import type { Words } from './locale.ts'
import { clientPermissions } from './openid/permissions.ts'
import { systemPermissions } from './operations/permissions.ts'
import { permissionSetPermissions } from './permissions/permissions.ts'
import { texturePermissions } from './profiles/permissions.ts'
import { purchasePermissions } from './purchases/permissions.ts'
import { webhookPermissions } from './webhooks/permissions.ts'

/**
 * All permissions of players, except those from the setting "Launcher builds"
 * (docs/contract.md#permissions-roles-donor-ranks). Endpoints can require only these. The first
 * segment of an id is its group.
 */
export const permissions = {
  ...texturePermissions,
  ...playerPermissions,
  ...permissionSetPermissions,
  ...apiKeyPermissions,
  ...discordPermissions,
  ...providerPermissions,
  ...clientPermissions,
  ...webhookPermissions,
  ...purchasePermissions,
  ...contentPermissions,
  ...sitePermissions,
  ...systemPermissions,
} as const

export type PermissionId = keyof typeof permissions

export const permissionGroups = {
  player: { ru: 'Игрок', en: 'Player' },
  panel: { ru: 'Панель', en: 'Panel' },
  launcher: { ru: 'Лаунчер', en: 'Launcher' },
} as const satisfies Record<string, Words>

export { kernelPermissions } from './integrations/permissions.ts'

export type KernelPermission = keyof typeof kernelPermissions
