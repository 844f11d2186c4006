import type { PermissionId } from '@portal/contract'
import { permissions } from '@portal/contract/permissions'

/** A template for a role. Its name is `presets.<id>` in the texts. */
export type RolePreset = { id: string; priority: number; permissions: readonly PermissionId[] }

const helper = ['panel.access', 'panel.players.read', 'panel.players.activate'] as const
const moderator = [
  ...helper,
  'panel.players.ban',
  'panel.players.textures',
  'panel.players.sessions',
  'panel.audit.read',
] as const

/** All current panel permissions; those of later versions must be granted explicitly. */
const ofPanel = (Object.keys(permissions) as PermissionId[]) // the keys of a constant
  .filter((id) => id.startsWith('panel.'))

/** Common roles, the lowest priority first. */
export const rolePresets: readonly RolePreset[] = [
  { id: 'helper', priority: 10, permissions: helper },
  { id: 'editor', priority: 20, permissions: ['panel.access', 'panel.news.edit'] },
  { id: 'moderator', priority: 30, permissions: moderator },
  { id: 'administrator', priority: 100, permissions: ofPanel },
]
