import { type Decision, decide } from '@portal/contract/decide'
import { parsePermission } from '@portal/contract/node'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { registryOf } from '../permission-registry.ts'
import { findEffectivePermissions } from './find-effective-permissions.ts'

type Deps = Pick<App, 'db' | 'clock' | 'settings'>

/**
 * Explains why a player has or lacks a permission. The guard makes the same decision for every request.
 * @param query.player a name or a UUID
 * @throws Refusal `player.notfound`; `request.invalid` if the text is not a single permission
 */
export async function explainPermission(
  app: Deps,
  query: { player: string; permission: string },
): Promise<Decision> {
  if (!parsePermission(query.permission)) {
    throw new Refusal('request.invalid', { fields: [{ field: 'permission', keyword: 'pattern' }] })
  }
  const player = await requirePlayer(app.db, query.player)
  const { launcherBuilds } = await app.settings.read()
  const permissions = await findEffectivePermissions(app.db, player, app.clock.now())
  return decide(permissions, query.permission, registryOf(launcherBuilds))
}
