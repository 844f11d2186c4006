import type { PlayerItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { pageSize, toSparsePage } from '../../database/cursor.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { listGroupsOf, listLastVisits, listRolesOf } from './listed-details-store.ts'
import {
  type FoundPlayer,
  matchesFilters,
  type PlayerFilters,
  type PlayerQuery,
} from './player-search.ts'
import { type ListedPlayer, scanPlayers } from './scan-players.ts'

const MAX_SCANNED = 500

type Deps = Pick<App, 'db' | 'clock'>

/**
 * Lists a page of the matching players. Reads a bounded number of rows of one index; if filters drop many,
 * the page is short and `next` continues the list.
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listPlayers(
  app: Deps,
  listQuery: PlayerQuery,
  filters: PlayerFilters,
): Promise<{ items: PlayerItem[]; next: string | null }> {
  const limit = pageSize(listQuery.limit)
  const query = listQuery.query?.trim().toLowerCase() ?? ''
  const isNarrow = query !== '' || Object.values(filters).some((filter) => filter !== undefined)
  const scanned = isNarrow ? MAX_SCANNED : limit + 1
  const options = { limit: scanned, now: app.clock.now(), filters }

  const page = toSparsePage(await scanPlayers(app.db, listQuery, filters, options), {
    limit,
    scanned,
    fits: (step, before) => isNew(step, before, query) && matchesFilters(step.player, filters),
    keyOf: ({ key }) => key,
  })
  const items = await toItems(
    app,
    page.items.map(({ player }) => player),
  )
  return { items: sortByVisit(items, listQuery.sort), next: page.next }
}

/** Sorts the players of a page by the instant of their visit. The index sorts them only by the day. */
function sortByVisit(items: PlayerItem[], sort: PlayerQuery['sort']): PlayerItem[] {
  if (sort !== 'seen' && sort !== 'unseen') return items
  const visitOf = ({ lastSeenAt }: PlayerItem) => lastSeenAt ?? ''
  const oldestFirst = items.toSorted((a, b) => visitOf(a).localeCompare(visitOf(b)))
  return sort === 'unseen' ? oldestFirst : oldestFirst.toReversed()
}

/**
 * Whether a row is the first one with its player. A list may contain a player several times: once for each grant, or
 * once for each stage of the search (name, address, text elsewhere) that finds the player.
 */
function isNew(
  { player, key }: ListedPlayer,
  before: ListedPlayer | undefined,
  text: string,
): boolean {
  if (player.id === before?.player.id) return false
  const { usernameKey: named, emailKey } = player
  const mailed = emailKey ?? ''
  if (key[0] === 'email') return !named.startsWith(text)
  if (key[0] !== 'inside') return true
  const isEarlier = named.startsWith(text) || mailed.startsWith(text)
  return !isEarlier && (named.includes(text) || mailed.includes(text))
}

async function toItems(app: Deps, players: readonly FoundPlayer[]): Promise<PlayerItem[]> {
  const ids = players.map(({ id }) => id)
  const rolesOf = Map.groupBy(await listRolesOf(app.db, ids), ({ playerId }) => playerId)
  const groups = await listGroupsOf(app.db, ids, app.clock.now())
  const groupsOf = Map.groupBy(groups, ({ playerId }) => playerId)
  const visits = await listLastVisits(app.db, players)
  return players.map((player) => ({
    uuid: player.id,
    username: player.username,
    email: player.email,
    activated: player.activatedAt !== null,
    banned: player.banned,
    superuser: player.superuserAt !== null,
    twoFactorEnabled: player.totpEnabledAt !== null,
    roles: ['default', ...(rolesOf.get(player.id) ?? []).map(({ role }) => role)].sort(),
    groups: [...new Set((groupsOf.get(player.id) ?? []).map(({ group }) => group))],
    createdAt: isoInstant(player.createdAt),
    lastSeenAt: isoOrNull(visits.get(player.id) ?? null),
    ...(player.deletesAt !== null && { deletesAt: isoInstant(player.deletesAt) }),
  }))
}
