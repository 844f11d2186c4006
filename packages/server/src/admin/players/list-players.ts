import type { ListQuery, PlayerItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { pageSize, toSparsePage } from '../../database/cursor.ts'
import { isoInstant } from '../../platform/clock.ts'
import { type FoundPlayer, fits, type PlayerFilters } from './player-search.ts'
import { listRolesOf } from './player-search-store.ts'
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

/** Whether the list has not shown this player already: by another grant, or an earlier stage. */
function isNew({ player, key }: Step, before: Step | undefined, text: string): boolean {
  if (player.id === before?.player.id) return false
  const { usernameKey: named, emailKey } = player
  const mailed = emailKey ?? ''
  if (key[0] === 'email') return !named.startsWith(text)
  if (key[0] !== 'inside') return true
  const isEarlier = named.startsWith(text) || mailed.startsWith(text)
  return !isEarlier && (named.includes(text) || mailed.includes(text))
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
    ...(player.deletesAt !== null && { deletesAt: isoInstant(player.deletesAt) }),
  }))
}
