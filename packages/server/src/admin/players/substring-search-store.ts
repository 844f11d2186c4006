import { type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { isSearchIndexed } from '../../database/search-index-store.ts'
import { selectPlayers, toFound, type Walk } from './player-row-store.ts'
import type { FoundPlayer } from './player-search.ts'

/** Where a player stands in the list of those found inside: on SQLite the first part alone. */
type Place = readonly [place: number, id: string]

export type FoundInside = FoundPlayer & { place: number }

/** Tables that only SQLite has (014-player-search.ts). */
const searchRows = sql<{ rowid: number }>`player_search`.as('found')
const searchPlaces = sql<{ place: number; player_id: string }>`player_search_place`.as('numbered')

/** An index of three letters cannot find fewer. */
const LETTERS = 3
/** A text may have more, which the caller compares anyway. */
const MOST_TRIGRAMS = 30

/**
 * Lists, the newest first, the players whose name or e-mail address contains a lower-case text. On
 * SQLite it may also list some who only have all its parts; the caller drops them. It lists nobody for
 * less than three letters, or without the index, which PostgreSQL may lack
 * (docs/contract.md#players).
 */
export async function listInside(db: Db, text: string, walk: Walk<Place>): Promise<FoundInside[]> {
  if ([...text].length < LETTERS) return []
  if (!speaksPostgres(db)) return listBySqlite(db, text, walk)
  return (await isSearchIndexed(db)) ? listByPostgres(db, text, walk) : []
}

async function listBySqlite(db: Db, text: string, walk: Walk<Place>): Promise<FoundInside[]> {
  const [place] = walk.after ?? []
  const rows = await selectPlayers(db, walk)
    .innerJoin(searchPlaces, 'numbered.player_id', 'player.id')
    .innerJoin(searchRows, 'found.rowid', 'numbered.place')
    .select('numbered.place')
    .where(sql<boolean>`found.player_search match ${trigramsOf(text)}`)
    .$if(place !== undefined, (query) => query.where('found.rowid', '<', place ?? 0))
    .orderBy('found.rowid', 'desc')
    .execute()
  return rows.map(({ place, ...row }) => ({ ...toFound(row), place }))
}

/** All parts of three letters, each quoted: `"asy" AND "sya"`. */
function trigramsOf(text: string): string {
  const letters = [...text]
  const all = letters.slice(LETTERS - 1).map((_, at) => letters.slice(at, at + LETTERS).join(''))
  return [...new Set(all)]
    .slice(0, MOST_TRIGRAMS)
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(' AND ')
}

async function listByPostgres(db: Db, text: string, walk: Walk<Place>): Promise<FoundInside[]> {
  const [at, id] = walk.after ?? [0, '']
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
  const contains = (key: RawBuilder<unknown>) => sql<boolean>`${key} like ${pattern} escape '!'`
  const rows = await selectPlayers(db, walk)
    .where((eb) => eb.or([contains(sql.ref('username_key')), contains(sql.ref('email_key'))]))
    .$if(walk.after !== undefined, (query) =>
      query
        .where('player.created_at', '<=', at)
        .where((eb) => eb.or([eb('player.created_at', '<', at), eb('player.id', '<', id)])),
    )
    .orderBy('player.created_at', 'desc')
    .orderBy('player.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...toFound(row), place: row.createdAt }))
}
