import type { App } from '../../app.ts'
import { requirePlayer } from '../../players/require-player.ts'
import type { TimedNodeSource } from './effective.ts'
import { findEffectivePermissions } from './find-effective-permissions.ts'

type SourceDescription = { source: string; name: string | null; nodes: string[] }

export async function describeEffectivePermissions(
  app: Pick<App, 'db' | 'clock'>,
  nameOrId: string,
): Promise<{
  superuser: boolean
  restrictions: SourceDescription[]
  tiers: SourceDescription[][]
}> {
  const player = await requirePlayer(app.db, nameOrId)
  const { superuser, restrictions, tiers, roles, ranks } = await findEffectivePermissions(
    app.db,
    player,
    app.clock.now(),
  )
  const names = new Map<string, string>()
  for (const { id, name } of roles) names.set(`role:${id}`, name)
  for (const { id, name } of ranks) names.set(`group:${id}`, name)
  const describe = ({ name: source, nodes }: TimedNodeSource): SourceDescription => ({
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
