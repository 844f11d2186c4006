import Type from 'typebox'
import { InstantAndId, KeyInstant, KeyText, readPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { ScanOptions } from './player-row-store.ts'
import {
  type FoundPlayer,
  type PlayerFilters,
  type PlayerQuery,
  parseSearchTerm,
} from './player-search.ts'
import {
  listBanned,
  listByIds,
  listByName,
  listByPrefix,
  listByVisit,
  listNewest,
  listOfGroup,
  listOfRole,
  listOldest,
  listSignedInFrom,
} from './player-search-store.ts'
import { listBySubstring } from './substring-search-store.ts'

export type ListedPlayer = { player: FoundPlayer; key: readonly unknown[] }

/** How many of an IP address's latest audit entries are searched, and how many players are listed for it. */
const MAX_SCANNED_RECORDS = 5000
const MAX_PLAYERS_OF_ADDRESS = 100

/**
 * Reads the next `options.limit` rows of the list that fits the request best. Some of them may not match the filters.
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function scanPlayers(
  db: Db,
  listQuery: PlayerQuery,
  filters: PlayerFilters,
  options: ScanOptions,
): Promise<ListedPlayer[]> {
  const query = listQuery.query?.trim()
  if (query) return scanBySearchTerm(db, listQuery, query, options)
  const { role, group } = filters
  if (role !== undefined) {
    return byId(await listOfRole(db, role, { ...options, after: idAfter(listQuery) }))
  }
  if (group !== undefined) {
    return byId(await listOfGroup(db, group, { ...options, after: idAfter(listQuery) }))
  }
  if (listQuery.sort === 'name' && filters.banned !== true) {
    const rows = await listByName(db, { ...options, after: idAfter(listQuery) })
    return rows.map((player) => ({ player, key: [player.usernameKey] }))
  }
  const { after } = readPage(listQuery, InstantAndId)
  if (filters.banned === true) {
    const rows = await listBanned(db, { ...options, after })
    return rows.map((player) => ({ player, key: [player.bannedAt, player.banId] }))
  }
  if (listQuery.sort === 'oldest') {
    const rows = await listOldest(db, subsetOf(filters), { ...options, after })
    return rows.map((player) => ({ player, key: [player.createdAt, player.id] }))
  }
  if (listQuery.sort === 'seen' || listQuery.sort === 'unseen') {
    const order = listQuery.sort === 'seen' ? 'desc' : 'asc'
    const rows = await listByVisit(db, order, { ...options, after })
    return rows.map((player) => ({ player, key: [player.seenOn, player.id] }))
  }
  const rows = await listNewest(db, subsetOf(filters), { ...options, after })
  return rows.map((player) => ({ player, key: [player.createdAt, player.id] }))
}

async function scanBySearchTerm(
  db: Db,
  listQuery: PlayerQuery,
  query: string,
  options: ScanOptions,
): Promise<ListedPlayer[]> {
  const term = parseSearchTerm(query)
  if (term.kind === 'text') return scanByText(db, listQuery, term.text, options)
  if (term.kind === 'id') return byId(await listByIds(db, [term.id], options))

  const page = { searched: MAX_SCANNED_RECORDS, limit: MAX_PLAYERS_OF_ADDRESS }
  const ids = await listSignedInFrom(db, term.ip, page)
  const players = await listByIds(db, ids, options)
  return byId(players.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
}

const NameOrEmail = Type.Tuple([
  Type.Union([Type.Literal('username'), Type.Literal('email')]),
  KeyText,
])
const Inside = Type.Tuple([Type.Literal('inside'), KeyInstant, KeyText])

/**
 * Reads players by a text: first those whose name begins with it, then those whose address does, both alphabetically,
 * and then those who contain it elsewhere, newest first.
 */
async function scanByText(
  db: Db,
  listQuery: PlayerQuery,
  text: string,
  options: ScanOptions,
): Promise<ListedPlayer[]> {
  const { after = ['username'] as const } = readPage(listQuery, Type.Union([NameOrEmail, Inside]))
  const found: ListedPlayer[] = []
  const rest = () => ({ ...options, limit: options.limit - found.length, after: undefined })

  if (after[0] === 'username') {
    const named = await listByPrefix(db, 'username_key', text, { ...rest(), after: after[1] })
    found.push(...named.map((player) => ({ player, key: ['username', player.usernameKey] })))
  }
  if (after[0] !== 'inside' && found.length < options.limit) {
    const range = { ...rest(), after: after[0] === 'email' ? after[1] : undefined }
    const mailed = await listByPrefix(db, 'email_key', text, range)
    found.push(...mailed.map((player) => ({ player, key: ['email', player.emailKey] })))
  }
  if (found.length < options.limit) {
    const range =
      after[0] === 'inside' ? { ...rest(), after: [after[1], after[2]] as const } : rest()
    const inside = await listBySubstring(db, text, range)
    found.push(...inside.map((player) => ({ player, key: ['inside', player.place, player.id] })))
  }
  return found
}

function byId(players: readonly FoundPlayer[]): ListedPlayer[] {
  return players.map((player) => ({ player, key: [player.id] }))
}

function idAfter(listQuery: PlayerQuery): string | undefined {
  return readPage(listQuery, Type.Tuple([KeyText])).after?.[0]
}

function subsetOf({ superuser, twoFactor, activated, hasEmail, deleting }: PlayerFilters) {
  if (deleting === true) return 'deleting'
  if (superuser === true) return 'superusers'
  if (twoFactor === true) return 'guarded'
  if (hasEmail === false) return 'unreachable'
  return activated === false ? 'unconfirmed' : 'all'
}
