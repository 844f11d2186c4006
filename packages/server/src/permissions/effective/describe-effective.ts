import type { App } from '../../app.ts'
import { requirePlayer } from '../../players/require-player.ts'
import type { Source } from './effective.ts'
import { findStanding } from './find-effective-permissions.ts'

type Described = { source: string; name: string | null; nodes: string[] }

/**
 * Describes all that decides what a player may do now, in the order in which it is asked
 * (docs/contract.md#who-decides).
 *
 * @param whose a name or a uuid.
 * @throws Refusal `player.notfound`
 */
export async function describeStanding(
  app: Pick<App, 'db' | 'clock'>,
  whose: string,
): Promise<{ superuser: boolean; restrictions: Described[]; tiers: Described[][] }> {
  const player = await requirePlayer(app.db, whose)
  const { superuser, restrictions, tiers, roles, groups } = await findStanding(
    app.db,
    player,
    app.clock.now(),
  )
  const names = new Map<string, string>()
  for (const { id, name } of roles) names.set(`role:${id}`, name)
  for (const { id, name } of groups) names.set(`group:${id}`, name)
  const describe = ({ name: source, nodes }: Source): Described => ({
    source,
    name: names.get(source) ?? null,
    nodes: nodes.map(({ text }) => text),
  })
  return {
    superuser,
    restrictions: restrictions.map(describe),
    tiers: tiers.filter((tier) => tier.length > 0).map((tier) => tier.map(describe)),
  }
}
