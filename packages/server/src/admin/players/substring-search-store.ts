import { type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import { isSearchIndexed } from '../../database/search-index-store.ts'
import { type RangeScan, selectPlayers, toFoundPlayer } from './player-row-store.ts'
import type { FoundPlayer } from './player-search.ts'

/** The sort key of a player in the list. On SQLite, `place` alone is unique. */
type SearchPosition = readonly [place: number, id: string]

export type SubstringMatch = FoundPlayer & { place: number }

/** The tables of the trigram index. They exist only on SQLite (014-player-search.ts). */
const searchRows = sql<{ rowid: number }>`player_search`.as('found')
const searchPlaces = sql<{ place: number; player_id: string }>`player_search_place`.as('numbered')

/** The least number of characters of a searched text: the trigram index cannot find shorter ones. */
const LETTERS = 3
/**
 * How many trigrams of a searched text are looked up at most. A longer text needs no more, because the caller compares
 * all of the text with the players that are found.
 */
const MAX_TRIGRAMS = 30

/**
 * Lists the players whose name or e-mail address contains a lower-case text, newest first. On SQLite some of them may
 * contain only its trigrams; the caller drops them. Returns an empty list for fewer than three characters, and without
 * the index, which PostgreSQL may lack (docs/contract.md#players).
 */
export async function listBySubstring(
  db: Db,
  text: string,
  range: RangeScan<SearchPosition>,
): Promise<SubstringMatch[]> {
  if ([...text].length < LETTERS) return []
  if (!speaksPostgres(db)) return listBySqlite(db, text, range)
  return (await isSearchIndexed(db)) ? listByPostgres(db, text, range) : []
}

async function listBySqlite(
  db: Db,
  text: string,
  range: RangeScan<SearchPosition>,
): Promise<SubstringMatch[]> {
  const [place] = range.after ?? []
  const rows = await selectPlayers(db, range)
    .innerJoin(searchPlaces, 'numbered.player_id', 'player.id')
    .innerJoin(searchRows, 'found.rowid', 'numbered.place')
    .select('numbered.place')
    .where(sql<boolean>`found.player_search match ${trigramsOf(text)}`)
    .$if(place !== undefined, (query) => query.where('found.rowid', '<', place ?? 0))
    .orderBy('found.rowid', 'desc')
    .execute()
  return rows.map(({ place, ...row }) => ({ ...toFoundPlayer(row), place }))
}

function trigramsOf(text: string): string {
  const letters = [...text]
  const all = letters.slice(LETTERS - 1).map((_, at) => letters.slice(at, at + LETTERS).join(''))
  return [...new Set(all)]
    .slice(0, MAX_TRIGRAMS)
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(' AND ')
}

async function listByPostgres(
  db: Db,
  text: string,
  range: RangeScan<SearchPosition>,
): Promise<SubstringMatch[]> {
  const [at, id] = range.after ?? [0, '']
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
  const contains = (key: RawBuilder<unknown>) => sql<boolean>`${key} like ${pattern} escape '!'`
  const rows = await selectPlayers(db, range)
    .where((eb) => eb.or([contains(sql.ref('username_key')), contains(sql.ref('email_key'))]))
    .$if(range.after !== undefined, (query) =>
      query
        .where('player.created_at', '<=', at)
        .where((eb) => eb.or([eb('player.created_at', '<', at), eb('player.id', '<', id)])),
    )
    .orderBy('player.created_at', 'desc')
    .orderBy('player.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...toFoundPlayer(row), place: row.createdAt }))
}
