import { oddPlayers, withoutEmail } from './authme-players.ts'
import { authmeTable } from './authme-source.ts'
import { type OldDatabase, type OldTable, placesOf } from './old-database.ts'
import type { OldSite } from './old-site.ts'
import { librelogin } from './plugins/librelogin.ts'
import { limboauth } from './plugins/limboauth.ts'
import { loginsecurity } from './plugins/loginsecurity.ts'
import { nlogin } from './plugins/nlogin.ts'
import type { OldPlugin } from './plugins/old-plugin.ts'
import { openlogin } from './plugins/openlogin.ts'
import { azuriom } from './sites/azuriom.ts'
import { blessing } from './sites/blessing.ts'
import { dle } from './sites/dle.ts'
import { drasl } from './sites/drasl.ts'
import { namelessmc } from './sites/namelessmc.ts'
import { phpbb } from './sites/phpbb.ts'
import { wordpress } from './sites/wordpress.ts'
import { xenforo } from './sites/xenforo.ts'
import { hasMariadb } from './start-mariadb.ts'
import { oddPlayers as unicorePlayers } from './unicorecms-players.ts'
import { onMariadb, onPostgres } from './unicorecms-source.ts'

/** The database of a source; a test of the source imports it and signs its players in. */
export type AnySource = {
  source: string
  rows: number
  leftOut: number
  withoutEmail: number
  /** How many imported players have a known old password. */
  signingIn: number
  /** The kinds of databases that the tests use. */
  kinds: readonly string[]
  /** By the kind of database that this machine has: a function that opens the old site's database in it. */
  places: Readonly<Record<string, () => Promise<OldDatabase>>>
  /** An imported player with the old password. */
  known: { name: string; password: string }
}

type Person = { comes: boolean; name: string; password?: string; withoutEmail: boolean }

export async function everySource(): Promise<AnySource[]> {
  const plugins = [nlogin, librelogin, limboauth, openlogin, loginsecurity]
  const sites = [azuriom, namelessmc, wordpress, drasl, dle, xenforo, phpbb, blessing]
  return [ofAuthme(), ...plugins.map(ofPlugin), await ofUnicorecms(), ...sites.map(ofSite)]
}

function ofAuthme(): AnySource {
  const all = [...oddPlayers, ...withoutEmail]
  const people = all.map((odd) => ({
    ...personOf(odd.comesAs, odd.password),
    withoutEmail: withoutEmail.includes(odd),
  }))
  return countedOf('authme', people, [authmeTable(all.map(({ row }) => row))])
}

function ofPlugin({ source, table, players }: OldPlugin): AnySource {
  const people = players.map(({ comesAs, password, email }) => ({
    ...personOf(comesAs, password),
    withoutEmail: email === undefined,
  }))
  return countedOf(source, people, [{ ...table, rows: players.map(({ row }) => row) }])
}

function ofSite({ source, players, tables }: OldSite): AnySource {
  const people = players.map(({ name, password, leftOut, withoutEmail: without = false }) => ({
    ...personOf(leftOut ? undefined : name, password),
    withoutEmail: without,
  }))
  return countedOf(source, people, tables)
}

async function ofUnicorecms(): Promise<AnySource> {
  const all = await unicorePlayers()
  const people = all
    .filter(({ row }) => row.username !== 'Kernel')
    .map(({ row, password, leftOut }) => ({
      ...personOf(leftOut ? undefined : row.username, password),
      withoutEmail: row.email === null,
    }))
  const places = {
    PostgreSQL: () => onPostgres(all),
    ...(hasMariadb && { MariaDB: () => onMariadb(all) }),
  }
  return { ...countedOf('unicorecms', people, []), kinds: ['MariaDB', 'PostgreSQL'], places }
}

function personOf(comesAs: string | undefined, password: string | undefined) {
  const known = password !== undefined && { password }
  return { comes: comesAs !== undefined, name: comesAs ?? '', ...known }
}

function countedOf(
  source: string,
  people: readonly Person[],
  tables: readonly OldTable[],
): AnySource {
  const coming = people.filter(({ comes }) => comes)
  const { mysql, postgres } = tables[0]?.create ?? {}
  const { name = '', password = '' } = coming.find((one) => one.name === 'Steve') ?? {}
  return {
    source,
    rows: people.length,
    leftOut: people.length - coming.length,
    withoutEmail: coming.filter((one) => one.withoutEmail).length,
    signingIn: coming.filter((one) => one.password !== undefined).length,
    kinds: ['SQLite', ...(mysql ? ['MariaDB'] : []), ...(postgres ? ['PostgreSQL'] : [])],
    places: placesOf(...tables),
    known: { name, password },
  }
}
