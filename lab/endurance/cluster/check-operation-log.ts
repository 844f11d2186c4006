import pg from 'pg'
import { ask } from '../site-client.ts'
import type { Book, Chain, Deed } from './operation-log.ts'

/** How the book and the database differ. Everything is a count but the examples. */
export type Differences = {
  /** Answered, and not in the database. */
  lost: number
  /** Done more often than asked. */
  doubled: number
  /** In the database, although the site said that nothing was changed. */
  denied: number
  examples: string[]
}

/** Compares the deeds with the primary, read past Portal and all that stands before the database. */
export async function compareDeeds(url: string, deeds: readonly Deed[]): Promise<Differences> {
  const counts = new Map<string, number>()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const sql of [
    'select reason as id, count(*)::int as count from balance_entry where reason = any($1) group by 1',
    'select username as id, count(*)::int as count from player where username = any($1) group by 1',
  ]) {
    const { rows } = await client.query(sql, [deeds.map(({ id }) => id)])
    for (const { id, count } of rows) counts.set(String(id), Number(count))
  }
  await client.end()

  const times = ({ id }: Deed): number => counts.get(id) ?? 0
  const lost = deeds.filter((deed) => deed.state === 'answered' && times(deed) === 0)
  const doubled = deeds.filter((deed) => times(deed) > 1)
  const denied = deeds.filter((deed) => deed.state === 'undone' && times(deed) > 0)
  const name = (what: string) => (deed: Deed) => `${what}: ${deed.kind} ${deed.id}`
  return {
    lost: lost.length,
    doubled: doubled.reduce((sum, deed) => sum + times(deed) - 1, 0),
    denied: denied.length,
    examples: [
      ...lost.map(name('lost')),
      ...doubled.map(name('doubled')),
      ...denied.map(name('said to be undone')),
    ],
  }
}

/** Uses every session once more: those of answered sign-ins, and the last token of each chain. */
export async function compareSessions(site: string, book: Book): Promise<Differences> {
  const found: Differences = { lost: 0, doubled: 0, denied: 0, examples: [] }
  for (const token of book.sessions) {
    const outcome = await outcomeOf(site, token)
    if (outcome === '200') continue
    found.lost += 1
    found.examples.push(`lost: a sign-in: ${outcome}`)
  }
  for (const chain of book.chains) {
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

export function together(all: readonly Differences[]): Differences {
  const sum = (count: 'lost' | 'doubled' | 'denied') =>
    all.reduce((total, one) => total + one[count], 0)
  return {
    lost: sum('lost'),
    doubled: sum('doubled'),
    denied: sum('denied'),
    examples: all.flatMap(({ examples }) => examples),
  }
}
