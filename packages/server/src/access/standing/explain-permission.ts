import type { App } from '../../app.ts'
import { Refusal } from '../../errors.ts'
import { parsePermission } from '../node/node.ts'
import { registryOf } from '../registry.ts'
import { requirePlayer } from '../require-player.ts'
import { type Decision, decide } from './decide.ts'
import { findStanding } from './find-standing.ts'

type Needs = Pick<App, 'db' | 'clock' | 'settings'>

/**
 * Whether a player may do a thing now, and which node of which source says so: the answer that the
 * guard of every endpoint goes by.
 *
 * @param asked.player a name or a uuid.
 * @throws Refusal `player.notfound`; `request.invalid` when the permission is none, or a pattern
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
