import { PICTURE_BYTES } from '@portal/contract/picture-limits'
import { ImportRefused } from '../import-refused.ts'
import { instantOf, readClaim, someText, textOf } from '../read/read-fields.ts'
import { unreadColumns } from '../read/read-table.ts'
import type { Source, SourceNews, SourceRow } from '../read/source.ts'
import type { Fields, SourceDatabase } from '../read/source-database.ts'
import { type OldFiles, openOldFiles } from '../read/source-files.ts'
import { columnOf } from '../read/tables-store.ts'
import { belongingsIn, readWhole } from './unicorecms/belongings.ts'
import { readBundles } from './unicorecms/bundles.ts'
import { type Site, toRow } from './unicorecms/to-row.ts'
import { unsealWith } from './unicorecms/unseal.ts'

const PREFIX = 'unicore_'
const COLUMNS = [
  ...['uuid', 'username', 'email', 'password', 'superuser', 'activated', 'locale', 'perms'],
  ...['two_factor_enabled', 'two_factor_secret', 'real', 'virtual', 'created', 'updated'],
]
const NEWS_COLUMNS = ['id', 'title', 'description', 'image', 'link', 'created', 'hidden']
const NEWS = { key: 'id', columns: [...NEWS_COLUMNS, 'published_at'] }
const ROLES = { key: 'id', columns: ['id', 'name', 'perms', 'priority'] }
const GROUPS = { key: 'id', columns: ['id', 'name', 'ingame_id', 'web_perms'] }

/** Where uploads are, from its folder; or `--files` is the folder of uploads itself. */
const UPLOADS = ['', 'storage', 'workspaces/server/storage']

/** UnicoreCMS's own account, which nobody signs in to. */
const KERNEL = 'Kernel'

/** So many rows may have a skin and a cape in memory. */
const AT_ONCE = 50

/** UnicoreCMS, on the databases that it runs on; see its folder for each of its peculiarities. */
export const unicorecms: Source = {
  name: 'unicorecms',
  description: 'UnicoreCMS (MySQL, MariaDB, PostgreSQL), with --files its folder',
  places: ['mysql', 'postgres'],
  columns: [],
  async open(from, options, told) {
    if (!('database' in from)) throw new ImportRefused('a database is needed')
    const { database } = from
    const prefix = options.prefix || PREFIX
    const users = await database.findTable(options.table ?? `${prefix}users`)
    if (!users || !columnOf(users, 'password') || !columnOf(users, 'two_factor_enabled')) {
      throw new ImportRefused(`there is no table ${prefix}users of UnicoreCMS`)
    }
    unreadColumns(users, COLUMNS, told)
    told(NOT_READ)
    const files = options.files === undefined ? undefined : openOldFiles(options.files, UPLOADS)
    if (!files) told('skins, capes and the pictures of news stay behind: --files names the folder')
    const zone = files?.env.TIMEZONE
    if (zone && zone !== 'UTC') told(`the old site was set to ${zone}; instants are read as UTC`)
    const secrets = secretsOf(options.key, files)
    if (secrets.length === 0) told(NO_KEY)
    const roles = await readWhole(database, `${prefix}roles`, ROLES)
    const groups = await readWhole(database, `${prefix}donate_groups`, GROUPS)
    const bundles = readBundles({ roles, groups }, told)
    const site = { unseal: unsealWith(secrets), files, bundles }
    const total = await database.count(users)
    let done = 0
    const rows = async function* (): AsyncIterable<SourceRow[]> {
      const belongingsOf = await belongingsIn(database, prefix)
      for await (const slice of database.slices(users, USERS)) {
        const players = slice.filter((fields) => !isKernel(fields))
        const belongings = await belongingsOf(players.map(({ uuid }) => textOf(uuid)))
        for (let first = 0; first < players.length; first += AT_ONCE) {
          const few = players.slice(first, first + AT_ONCE)
          yield few.map((fields) => toRow(fields, belongings, site))
        }
        done += slice.length
      }
    }
    const news = await readNews(database, prefix, site)
    const beside = { bundles: bundles.bundles, news }
    return { total: () => total, done: () => done, slices: rows(), beside }
  },
}

const NO_KEY =
  'sealed passwords need the ENCRYPTION_KEY of the old site: --key, or --files with its .env'
const USERS = { key: 'uuid', columns: COLUMNS }
const NOT_READ =
  'what stays behind: the shop, gifts, votes, payments, game money, play time, permissions bought one by one, pages'

function isKernel({ username, password }: Fields): boolean {
  return textOf(username) === KERNEL && textOf(password) === ''
}

/** Keys that are named (or two of them, with a comma), and those of `.env`; JWT_KEY stands in. */
function secretsOf(key: string | undefined, files: OldFiles | undefined): string[] {
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS, JWT_KEY } = files?.env ?? {}
  const named = key === undefined ? [] : [key, ...key.split(',')]
  const all = [...named, ENCRYPTION_KEY || JWT_KEY, ENCRYPTION_KEY_PREVIOUS, JWT_KEY]
  return [...new Set(all.flatMap((one) => one || []))]
}

async function readNews(
  database: SourceDatabase,
  prefix: string,
  { files }: Pick<Site, 'files'>,
): Promise<SourceNews[]> {
  const rows = await readWhole(database, `${prefix}news`, NEWS)
  return rows.map((fields) => {
    const { title, description, link, image, hidden, published_at, created } = fields
    const isDraft = readClaim(textOf(hidden)) ?? false
    const isAddress = /^https?:\/\//i.test(textOf(link))
    return {
      title: textOf(title),
      html: textOf(description),
      link: isAddress ? someText(link) : undefined,
      picture: files?.read(textOf(image), PICTURE_BYTES),
      publishedAt: isDraft ? undefined : (instantOf(published_at) ?? instantOf(created)),
    }
  })
}
