import type { PermissionId } from '@portal/contract'
import { permissions } from '@portal/contract/permissions'

/** A role to begin with. Its name is `presets.<id>` of the words. */
export type RolePreset = { id: string; priority: number; permissions: readonly PermissionId[] }

const helper = ['panel.access', 'panel.players.read', 'panel.players.activate'] as const
const moderator = [
  ...helper,
  'panel.players.ban',
  'panel.players.textures',
  'panel.players.sessions',
  'panel.audit.read',
] as const

/** Whatever the panel has today; what a later version adds has to be given on purpose. */
const ofPanel = (Object.keys(permissions) as PermissionId[]) // the keys of a constant
  .filter((id) => id.startsWith('panel.'))

/** The roles that most sites need, the lowest first. */
export const rolePresets: readonly RolePreset[] = [
  { id: 'helper', priority: 10, permissions: helper },
  { id: 'editor', priority: 20, permissions: ['panel.access', 'panel.news.edit'] },
  { id: 'moderator', priority: 30, permissions: moderator },
  { id: 'administrator', priority: 100, permissions: ofPanel },
]
