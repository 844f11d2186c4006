import pg from 'pg'
import { ask } from '../site-client.ts'
import type { Chain, Operation, OperationLog } from './operation-log.ts'

/** Differences between the operation log and the database. All are counts except the examples. */
export type Differences = {
  /** The number of confirmed changes that are not in the database. */
  lost: number
  /** How many times changes were executed in excess of the requests. */
  doubled: number
  /** The number of changes in the database whose response was that nothing changed. */
  denied: number
  examples: string[]
}

/** Compares the logged operations with the rows of the primary, which is read without proxies. */
export async function compareOperations(
  url: string,
  operations: readonly Operation[],
): Promise<Differences> {
  const counts = new Map<string, number>()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const sql of [
    'select reason as id, count(*)::int as count from balance_entry where reason = any($1) group by 1',
    'select username as id, count(*)::int as count from player where username = any($1) group by 1',
  ]) {
    const { rows } = await client.query(sql, [operations.map(({ id }) => id)])
    for (const { id, count } of rows) counts.set(String(id), Number(count))
  }
  await client.end()

  const times = ({ id }: Operation): number => counts.get(id) ?? 0
  const lost = operations.filter(
    (operation) => operation.state === 'answered' && times(operation) === 0,
  )
  const doubled = operations.filter((operation) => times(operation) > 1)
  const denied = operations.filter(
    (operation) => operation.state === 'undone' && times(operation) > 0,
  )
  const name = (what: string) => (operation: Operation) =>
    `${what}: ${operation.kind} ${operation.id}`
  return {
    lost: lost.length,
    doubled: doubled.reduce((sum, operation) => sum + times(operation) - 1, 0),
    denied: denied.length,
    examples: [
      ...lost.map(name('lost')),
      ...doubled.map(name('doubled')),
      ...denied.map(name('said to be undone')),
    ],
  }
}

/**
 * Checks that every session can still be used: the sessions of confirmed sign-ins, and the last token of each chain of
 * refreshes.
 */
export async function compareSessions(site: string, log: OperationLog): Promise<Differences> {
  const found: Differences = { lost: 0, doubled: 0, denied: 0, examples: [] }
  for (const token of log.sessions) {
    const outcome = await outcomeOf(site, token)
    if (outcome === '200') continue
    found.lost += 1
    found.examples.push(`lost: a sign-in: ${outcome}`)
  }
  for (const chain of log.chains) {
    found.doubled += chain.forks
    const outcome = chain.ending ?? (await lastOf(site, chain))
    if (outcome === '200') continue
    found.lost += 1
    found.examples.push(`lost: a session that was refreshed: ${outcome}`)
  }
  return found
}

async function lastOf(site: string, chain: Chain): Promise<string> {
  const { status, body } = await refreshed(site, chain.token)
  chain.token = body.refreshToken ?? chain.token
  return body.error ?? String(status)
}

async function outcomeOf(site: string, token: string): Promise<string> {
  const { status, body } = await refreshed(site, token)
  return body.error ?? String(status)
}

function refreshed(site: string, token: string) {
  return ask(site, { method: 'POST', path: '/auth/refresh', json: { refresh_token: token } })
}

export function sumDifferences(all: readonly Differences[]): Differences {
  const sum = (count: 'lost' | 'doubled' | 'denied') =>
    all.reduce((total, one) => total + one[count], 0)
  return {
    lost: sum('lost'),
    doubled: sum('doubled'),
    denied: sum('denied'),
    examples: all.flatMap(({ examples }) => examples),
  }
}
