import type { PermissionId } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import type { EffectivePermissions } from './effective/effective.ts'
import { findEffectivePermissions } from './effective/find-effective-permissions.ts'
import { registryOf } from './permission-registry.ts'

/** The same array for all calls, because `registryOf` caches by array. */
const NO_BUILDS: readonly string[] = []

/**
 * Whether effective permissions allow a permission.
 * @param builds the setting `launcherBuilds`; only permissions of builds depend on it
 */
export function may(
  effective: EffectivePermissions,
  permission: string,
  builds = NO_BUILDS,
): boolean {
  return decide(effective, permission, registryOf(builds)).allowed
}

export async function playerMay(
  app: Pick<App, 'db' | 'clock'>,
  player: Player,
  permission: PermissionId,
): Promise<boolean> {
  return may(await findEffectivePermissions(app.db, player, app.clock.now()), permission)
}

/**
 * Requires at least one of the permissions.
 * @throws Refusal `auth.forbidden`
 */
export function requirePermission(
  effective: EffectivePermissions,
  permissions: readonly PermissionId[],
): void {
  if (!permissions.some((permission) => may(effective, permission))) {
    throw new Refusal('auth.forbidden')
  }
}
