import type { ListQuery, PlayerItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import { pageSize, toSparsePage } from '../../platform/page.ts'
import { type FoundPlayer, fits, type PlayerFilters } from './search.ts'
import { listRolesOf } from './search-store.ts'
import { type Step, walkPlayers } from './walk-players.ts'

/** How many players a page reads when only some of them match. */
const LOOKED_AT = 500

type Needs = Pick<App, 'db' | 'clock'>

/**
 * Lists one page of the players that match. It reads a bounded number of rows along one index; when the
 * filters drop many of them, the page is short and `next` still continues the list.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listPlayers(
  app: Needs,
  asked: ListQuery,
  filters: PlayerFilters,
): Promise<{ items: PlayerItem[]; next: string | null }> {
  const limit = pageSize(asked.limit)
  const query = asked.query?.trim().toLowerCase() ?? ''
  const isNarrow = query !== '' || Object.values(filters).some((filter) => filter !== undefined)
  const lookedAt = isNarrow ? LOOKED_AT : limit + 1
  const steps = { limit: lookedAt, now: app.clock.now(), filters }

  const page = toSparsePage(await walkPlayers(app.db, asked, filters, steps), {
    limit,
    lookedAt,
    fits: (step, before) => isNew(step, before, query) && fits(step.player, filters),
    keyOf: ({ key }) => key,
  })
  return {
    items: await toItems(
      app,
      page.items.map(({ player }) => player),
    ),
    next: page.next,
  }
}

/** Whether the list has not shown this player already, because of another grant or of their name. */
function isNew({ player, key }: Step, before: Step | undefined, prefix: string): boolean {
  const foundByName = key[0] === 'email' && player.usernameKey.startsWith(prefix)
  return player.id !== before?.player.id && !foundByName
}

async function toItems(app: Needs, players: readonly FoundPlayer[]): Promise<PlayerItem[]> {
  const given = await listRolesOf(
    app.db,
    players.map(({ id }) => id),
  )
  const rolesOf = Map.groupBy(given, ({ playerId }) => playerId)
  return players.map((player) => ({
    uuid: player.id,
    username: player.username,
    email: player.email,
    activated: player.activatedAt !== null,
    banned: player.banned,
    superuser: player.superuserAt !== null,
    twoFactorEnabled: player.totpEnabledAt !== null,
    roles: ['default', ...(rolesOf.get(player.id) ?? []).map(({ role }) => role)].sort(),
    createdAt: isoInstant(player.createdAt),
  }))
}
