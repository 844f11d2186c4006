import type { Settings } from '@portal/contract'
import type { EffectivePermissions } from '../../permissions/effective/effective.ts'
import { may } from '../../permissions/may.ts'

/** Whether a player may join a game server: has the permission that the setting requires, if it requires one. */
export function mayJoin(
  permissions: EffectivePermissions,
  { yggdrasilPermission, launcherBuilds }: Settings,
): boolean {
  if (yggdrasilPermission === '') return true
  return may(permissions, yggdrasilPermission, launcherBuilds)
}
