import type { Settings } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { Standing } from '../../permissions/effective/effective.ts'
import { registryOf } from '../../permissions/permission-registry.ts'

/** Whether a player holds the permission that the owner asks of everybody who joins; it may be none. */
export function mayJoin(
  standing: Standing,
  { yggdrasilPermission, launcherBuilds }: Settings,
): boolean {
  if (yggdrasilPermission === '') return true
  return decide(standing, yggdrasilPermission, registryOf(launcherBuilds)).allowed
}
