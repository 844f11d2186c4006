import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointsTable, limitsTable, missingEndpoints } from './endpoint-tables.ts'
import { mailsTable } from './mail-table.ts'
import { permissionsTable, refusalsTable } from './refusal-tables.ts'
import { settingsTable } from './setting-tables.ts'
import { sourcesTable } from './source-tables.ts'

/**
 * Writes the generated tables of the documents: `npm run docs`. A table is everything between `<!-- generated: NAME
 * ARGUMENTS -->` and `<!-- end -->`. With `--check` no file is changed, and an outdated table is an error.
 */

const root = join(import.meta.dirname, '../..')

const tables: Readonly<Record<string, (args: readonly string[]) => string>> = {
  endpoints: endpointsTable,
  limits: limitsTable,
  mails: mailsTable,
  refusals: refusalsTable,
  permissions: permissionsTable,
  settings: settingsTable,
  sources: sourcesTable,
}

const MARKED = /(<!-- generated: ([\w-]+)([^>]*) -->\n).*?(<!-- end -->)/gs

function filled(page: string): string {
  return page.replaceAll(MARKED, (_, start: string, name: string, args: string, end: string) => {
    const table = tables[name]
    if (!table) throw new Error(`no table is called ${name}`)
    return `${start}\n${table(args.split(' ').filter(Boolean))}\n\n${end}`
  })
}

function endpointTablesOf(page: string): string[] {
  return [...page.matchAll(MARKED)].flatMap(([, , name, args = '']) =>
    name === 'endpoints' ? args.split(' ').filter(Boolean) : [],
  )
}

const isCheck = process.argv.includes('--check')
const outdated: string[] = []
const listed: string[] = []
for (const path of globSync('docs/**/*.md', { cwd: root }).toSorted()) {
  const page = readFileSync(join(root, path), 'utf8')
  const made = filled(page)
  listed.push(...endpointTablesOf(page))
  if (made === page) continue
  outdated.push(path)
  if (!isCheck) writeFileSync(join(root, path), made)
}

const missing = missingEndpoints(listed)
for (const name of missing) console.error(`docs: no table lists ${name}`)
for (const path of outdated) {
  console.log(isCheck ? `${path}: a table is outdated; run: npm run docs` : `${path}: written`)
}
process.exitCode = missing.length > 0 || (isCheck && outdated.length > 0) ? 1 : 0
