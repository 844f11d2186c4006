import type { ListQuery } from '@portal/contract'
import Type from 'typebox'
import { InstantAndId, KeyInstant, KeyText, readPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { Steps } from './player-row-store.ts'
import { type FoundPlayer, type PlayerFilters, readSought } from './player-search.ts'
import {
  listBanned,
  listByIds,
  listByPrefix,
  listNewest,
  listOfGroup,
  listOfRole,
  listSignedInFrom,
} from './player-search-store.ts'
import { listInside } from './substring-search-store.ts'

/** A row that a list read, and its position in the list. */
export type Step = { player: FoundPlayer; key: readonly unknown[] }

/** How many records of an IP address are searched for sign-ins, and how many players are shown. */
const RECORDS_OF_ADDRESS = 5000
const MOST_OF_ADDRESS = 100

/**
 * Reads the next `steps.limit` rows of the list that suits the request best. Some of them may not
 * match the filters.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function walkPlayers(
  db: Db,
  asked: ListQuery,
  filters: PlayerFilters,
  steps: Steps,
): Promise<Step[]> {
  const query = asked.query?.trim()
  if (query) return walkToSought(db, asked, query, steps)
  const { role, group } = filters
  if (role !== undefined) {
    return byId(await listOfRole(db, role, { ...steps, after: idAfter(asked) }))
  }
  if (group !== undefined) {
    return byId(await listOfGroup(db, group, { ...steps, after: idAfter(asked) }))
  }
  const { after } = readPage(asked, InstantAndId)
  if (filters.banned === true) {
    const rows = await listBanned(db, { ...steps, after })
    return rows.map((player) => ({ player, key: [player.bannedAt, player.banId] }))
  }
  const rows = await listNewest(db, amongWhom(filters), { ...steps, after })
  return rows.map((player) => ({ player, key: [player.createdAt, player.id] }))
}

async function walkToSought(
  db: Db,
  asked: ListQuery,
  query: string,
  steps: Steps,
): Promise<Step[]> {
  const sought = readSought(query)
  if (sought.kind === 'text') return walkToText(db, asked, sought.text, steps)
  if (sought.kind === 'id') return byId(await listByIds(db, [sought.id], steps))

  const page = { searched: RECORDS_OF_ADDRESS, limit: MOST_OF_ADDRESS }
  const ids = await listSignedInFrom(db, sought.ip, page)
  const players = await listByIds(db, ids, steps)
  return byId(players.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
}

const NameOrEmail = Type.Tuple([
  Type.Union([Type.Literal('username'), Type.Literal('email')]),
  KeyText,
])
const Inside = Type.Tuple([Type.Literal('inside'), KeyInstant, KeyText])

/**
 * Reads first the players whose name, then those whose e-mail address begins so, alphabetically, and
 * at last those who have the text inside either, the newest first.
 */
async function walkToText(db: Db, asked: ListQuery, text: string, steps: Steps): Promise<Step[]> {
  const { after = ['username'] as const } = readPage(asked, Type.Union([NameOrEmail, Inside]))
  const found: Step[] = []
  const rest = () => ({ ...steps, limit: steps.limit - found.length, after: undefined })

  if (after[0] === 'username') {
    const named = await listByPrefix(db, 'username_key', text, { ...rest(), after: after[1] })
    found.push(...named.map((player) => ({ player, key: ['username', player.usernameKey] })))
  }
  if (after[0] !== 'inside' && found.length < steps.limit) {
    const walk = { ...rest(), after: after[0] === 'email' ? after[1] : undefined }
    const mailed = await listByPrefix(db, 'email_key', text, walk)
    found.push(...mailed.map((player) => ({ player, key: ['email', player.emailKey] })))
  }
  if (found.length < steps.limit) {
    const walk =
      after[0] === 'inside' ? { ...rest(), after: [after[1], after[2]] as const } : rest()
    const inside = await listInside(db, text, walk)
    found.push(...inside.map((player) => ({ player, key: ['inside', player.place, player.id] })))
  }
  return found
}

function byId(players: readonly FoundPlayer[]): Step[] {
  return players.map((player) => ({ player, key: [player.id] }))
}

function idAfter(asked: ListQuery): string | undefined {
  return readPage(asked, Type.Tuple([KeyText])).after?.[0]
}

function amongWhom({ superuser, twoFactor, activated, hasEmail, deleting }: PlayerFilters) {
  if (deleting === true) return 'deleting'
  if (superuser === true) return 'superusers'
  if (twoFactor === true) return 'guarded'
  if (hasEmail === false) return 'unreachable'
  return activated === false ? 'unconfirmed' : 'all'
}
