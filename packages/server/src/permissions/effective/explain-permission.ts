import { type Decision, decide } from '@portal/contract/decide'
import { parsePermission } from '@portal/contract/node'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { registryOf } from '../permission-registry.ts'
import { findStanding } from './find-effective-permissions.ts'

type Needs = Pick<App, 'db' | 'clock' | 'settings'>

/**
 * Tells whether a player has a permission now, and which node of which source decides that. The guard
 * of every endpoint goes by the same answer.
 *
 * @param asked.player a name or a uuid.
 * @throws Refusal `player.notfound`; `request.invalid` for text that is not a single permission
 */
export async function explainPermission(
  app: Needs,
  asked: { player: string; permission: string },
): Promise<Decision> {
  if (!parsePermission(asked.permission)) {
    throw new Refusal('request.invalid', { fields: [{ field: 'permission', keyword: 'pattern' }] })
  }
  const player = await requirePlayer(app.db, asked.player)
  const { launcherBuilds } = await app.settings.read()
  const standing = await findStanding(app.db, player, app.clock.now())
  return decide(standing, asked.permission, registryOf(launcherBuilds))
}
