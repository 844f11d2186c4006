import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallerKind,
  type Endpoint,
  type ErrorCode,
  endpoints,
  type Limit,
  statusOf,
} from '../../packages/contract/src/index.ts'
import { code, markdownTable } from './markdown-table.ts'
import { fieldsOf } from './schema-fields.ts'

const contract = join(import.meta.dirname, '../../packages/contract/src')
const served = Object.values<Endpoint>(endpoints)
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const byFile = await endpointsByFile()

/** Returns the endpoints of each file of the contract by its path, such as `sign-in/sign-in`. */
async function endpointsByFile(): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
  const found = new Map<string, readonly Endpoint[]>()
  for (const path of globSync('*/*.ts', { cwd: contract })) {
    const exported: Record<string, unknown> = await import(join(contract, path))
    const rows = served.filter((row) => Object.values(exported).includes(row)).toSorted(byPath)
    if (rows.length > 0) found.set(path.replace(/\.ts$/, ''), rows)
  }
  return found
}

function byPath(a: Endpoint, b: Endpoint): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

function rowsOf(names: readonly string[]): Endpoint[] {
  return names.flatMap((name) => {
    const rows = byFile.get(name)
    if (!rows) throw new Error(`packages/contract/src/${name}.ts has no endpoints`)
    return rows
  })
}

/** Lists the endpoints that not exactly one of these files of the contract declares. */
export function missingEndpoints(files: readonly string[]): string[] {
  const listed = rowsOf(files)
  return served.flatMap((row) => {
    const times = listed.filter((one) => one === row).length
    return times === 1 ? [] : [`${row.method} ${row.path} exactly once (${times})`]
  })
}

/** Makes the table of the endpoints that these files of the contract declare. */
export function endpointsTable(files: readonly string[]): string {
  return markdownTable(
    ['Endpoint', 'Request → response', 'Caller', 'Refusals of its own'],
    rowsOf(files).map((row) => [
      `${code(`${row.method} ${row.path}`)}<br>${row.summary}`,
      `${requestOf(row)} → ${responseOf(row)}`.trim(),
      callerOf(row),
      refusalsOf(row),
    ]),
  )
}

function requestOf(row: Endpoint): string {
  const query = row.query ? code(`?${Object.keys(row.query.properties).join('&')}`) : ''
  const fields = row.body ? fieldsOf(row.body) : []
  const body = row.upload
    ? `form ${code(`{${['file', ...fields].join(', ')}}`)}`
    : row.list
      ? code('[…]')
      : row.body
        ? code(`{${fields.join(', ')}}`)
        : ''
  return [query, body].filter(Boolean).join(' ')
}

function responseOf(row: Endpoint): string {
  const statuses = [row.status, ...(row.mayBeEmpty ? [204] : []), ...(row.conditional ? [304] : [])]
  const fields = row.produces ? [] : fieldsOf(row.reply)
  const body = row.produces
    ? ` ${code(row.produces)}`
    : fields.length > 0
      ? ` ${code(`{${fields.join(', ')}}`)}`
      : ''
  return `${statuses.join(', ')}${body}`
}

const CALLERS: Record<CallerKind, string> = {
  anyone: 'anyone',
  player: 'player',
  'unconfirmed-player': 'player, also unconfirmed',
  'any-player': 'any signed-in player',
  launcher: 'API key (area B)',
  provider: 'API key (provider)',
  'event-reader': 'API key (area B or connect)',
  connect: 'API key (connect)',
  game: 'game token',
}

/** Describes who may call an endpoint, and what else a request requires. */
function callerOf(row: Endpoint): string {
  const needs = [
    [CALLERS[row.caller], ...[row.permission ?? []].flat().map(code)].join(' '),
    row.reauthentication && reauthenticationOf(row.reauthentication),
    row.captcha && `captcha ${code(row.captcha)}`,
    row.idempotent && code('Idempotency-Key'),
    ...(row.limits ?? []).map(({ name }) => `limit ${code(name)}`),
  ]
  return needs.filter(Boolean).join('<br>')
}

function reauthenticationOf({
  fields,
  password,
  onDemand,
}: NonNullable<Endpoint['reauthentication']>): string {
  const when = fields
    ? fields.length > 5
      ? ' for settings marked so'
      : ` with ${fields.map(code).join(', ')}`
    : ''
  const also = onDemand
    ? fields
      ? ' or where the change is risky'
      : ' where the change is risky'
    : ''
  return `re-authentication${when}${also}${password ? '; the password in the body is enough' : ''}`.replace(
    'enough',
    password === 'alone' ? 'enough without 2FA' : 'enough',
  )
}

function refusalsOf(row: Endpoint): string {
  const byStatus = Map.groupBy(row.errors, (error: ErrorCode) => statusOf(row, error))
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => `${status} ${codes.map(code).join(', ')}`)
    .join('<br>')
}

/** Makes the table of all rate limits, by name. */
export function limitsTable(): string {
  const limited = served.flatMap((row) => (row.limits ?? []).map((limit) => ({ row, limit })))
  const byName = Map.groupBy(limited, ({ limit }) => limit.name)
  return markdownTable(
    ['Name', 'Endpoints', 'Per', 'Limit'],
    [...byName]
      .toSorted()
      .map(([name, uses]) => [
        code(name),
        [...new Set(uses.map(({ row }) => code(`${row.method} ${row.path}`)))].join('<br>'),
        [...new Set(uses.map(({ limit }) => (limit.per === 'ip' ? 'address' : 'account')))].join(
          ', ',
        ),
        [...new Set(uses.map(({ limit }) => amountOf(limit)))].join('; '),
      ]),
  )
}

const COUNTED = { calls: '', refusals: ' refused', successes: ' successful' }

function amountOf({ calls, perSeconds, counts }: Limit): string {
  return `${calls}${COUNTED[counts]} in ${durationOf(perSeconds)}`
}

function durationOf(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 3600} h`
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
}
