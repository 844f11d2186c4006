import { PICTURE_BYTES } from '@portal/contract/picture-limits'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import { instantOf, readClaim, someText, textOf } from '../read/read-fields.ts'
import { unreadColumns } from '../read/read-table.ts'
import type { Source, SourceNews, SourceRow } from '../read/source.ts'
import type { Fields, SourceDatabase } from '../read/source-database.ts'
import { openSourceFiles, type SourceFiles } from '../read/source-files.ts'
import { columnOf } from '../read/tables-store.ts'
import { readPermissionSets } from './unicorecms/permission-sets.ts'
import { readWholeTable, relatedRowsIn } from './unicorecms/related-rows.ts'
import { type SourceContext, toRow } from './unicorecms/to-row.ts'
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

/**
 * Where uploads are searched, relative to the folder of `--files`, which is the program's folder or the folder of
 * uploads itself.
 */
const UPLOADS = ['', 'storage', 'workspaces/server/storage']

const KERNEL = 'Kernel'

/** How many rows, with their skins and capes, are in memory at a time. */
const BATCH_SIZE = 50

export const unicorecms: Source = {
  name: 'unicorecms',
  title: 'UnicoreCMS',
  about: {
    en: 'Players, roles, donor ranks, balances, bans and news. Skins and capes are imported only by command.',
    ru: 'Игроки, роли, привилегии, балансы, блокировки и новости. Скины и плащи переносит только команда.',
  },
  description: 'UnicoreCMS (MySQL, MariaDB, PostgreSQL), with --files its folder',
  places: ['mysql', 'postgres'],
  columns: [],
  async open(from, options, warn) {
    if (!('database' in from)) throw new Error('a database is needed')
    const { database } = from
    const prefix = options.prefix || PREFIX
    const users = await database.findTable(options.table ?? `${prefix}users`)
    if (!users || !columnOf(users, 'password') || !columnOf(users, 'two_factor_enabled')) {
      const missing = { table: `${prefix}users`, program: 'UnicoreCMS' }
      throw new ImportRefused(importMessage('table-foreign', missing))
    }
    unreadColumns(users, COLUMNS, warn)
    warn(importMessage('shop-data-skipped', {}))
    const files = options.files === undefined ? undefined : openSourceFiles(options.files, UPLOADS)
    if (!files) warn(importMessage('pictures-need-files', {}))
    const zone = files?.env.TIMEZONE
    if (zone && zone !== 'UTC') warn(importMessage('timezone-differs', { zone }))
    const secrets = secretsOf(options.key, files)
    if (secrets.length === 0) warn(importMessage('key-missing', {}))
    const roles = await readWholeTable(database, `${prefix}roles`, ROLES)
    const groups = await readWholeTable(database, `${prefix}donate_groups`, GROUPS)
    const permissionSets = readPermissionSets({ roles, groups }, warn)
    const context = { unseal: unsealWith(secrets), files, permissionSets }
    const total = await database.count(users)
    let done = 0
    const rows = async function* (): AsyncIterable<SourceRow[]> {
      const relatedRowsOf = await relatedRowsIn(database, prefix)
      for await (const batch of database.batches(users, USERS)) {
        const players = batch.filter((fields) => !isKernel(fields))
        const relatedData = await relatedRowsOf(players.map(({ uuid }) => textOf(uuid)))
        for (let first = 0; first < players.length; first += BATCH_SIZE) {
          const part = players.slice(first, first + BATCH_SIZE)
          yield part.map((fields) => toRow(fields, relatedData, context))
        }
        done += batch.length
      }
    }
    const news = await readNews(database, prefix, context)
    const siteContent = { permissionSets: permissionSets.permissionSets, news }
    return { total: () => total, done: () => done, batches: rows(), siteContent }
  },
}

const USERS = { key: 'uuid', columns: COLUMNS }

function isKernel({ username, password }: Fields): boolean {
  return textOf(username) === KERNEL && textOf(password) === ''
}

/**
 * Returns the keys to try: those of `--key` (one, or several separated by commas), then those in `.env`:
 * ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS and JWT_KEY.
 */
function secretsOf(key: string | undefined, files: SourceFiles | undefined): string[] {
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS, JWT_KEY } = files?.env ?? {}
  const named = key === undefined ? [] : [key, ...key.split(',')]
  const all = [...named, ENCRYPTION_KEY || JWT_KEY, ENCRYPTION_KEY_PREVIOUS, JWT_KEY]
  return [...new Set(all.flatMap((one) => one || []))]
}

async function readNews(
  database: SourceDatabase,
  prefix: string,
  { files }: Pick<SourceContext, 'files'>,
): Promise<SourceNews[]> {
  const rows = await readWholeTable(database, `${prefix}news`, NEWS)
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
