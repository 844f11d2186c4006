import type { PermissionId } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { findStanding } from './effective/find-effective-permissions.ts'
import { registryOf } from './permission-registry.ts'

type Needs = Pick<App, 'db' | 'clock' | 'settings'>

/** Whether a player has a permission right now. */
export async function isAllowed(
  app: Needs,
  player: Player,
  permission: PermissionId,
): Promise<boolean> {
  return holdsOneOf(app, player, [permission])
}

/** @throws Refusal `auth.forbidden` when the player has none of the permissions. */
export async function requirePermission(
  app: Needs,
  player: Player,
  permissions: readonly PermissionId[],
): Promise<void> {
  if (!(await holdsOneOf(app, player, permissions))) throw new Refusal('auth.forbidden')
}

async function holdsOneOf(
  app: Needs,
  player: Player,
  permissions: readonly PermissionId[],
): Promise<boolean> {
  const { launcherBuilds } = await app.settings.read()
  const standing = await findStanding(app.db, player, app.clock.now())
  const registry = registryOf(launcherBuilds)
  return permissions.some((permission) => decide(standing, permission, registry).allowed)
}
