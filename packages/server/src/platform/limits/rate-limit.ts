import type { Limit } from '@portal/contract'
import { type Allowance, Refusal } from '../../errors.ts'
import { canonicalAddress } from '../address.ts'
import { type Clock, SECOND } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { type Counted, countCall, findCounter } from './rate-limit-store.ts'

type Needs = { db: Db; clock: Clock }

/**
 * Counts one call against a limit. The window begins with its first call and is kept in the
 * database, so that instances share it. A refused call counts nowhere; only of those that race for
 * the last place of a wider network may one count in a narrower.
 *
 * @param whom the address or the player that is counted.
 * @throws Refusal `request.toomany` when the limit is used up.
 */
export async function takeCall(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  const resetsAt = now + limit.perSeconds * SECOND
  const counters = countersOf(limit, whom)
  if (counters.length > 1) await checkCall(app, limit, whom) // no transaction: it would hold a lock that all of a /48 wait for
  const allowances: Allowance[] = []
  for (const counter of counters) {
    const counted = await countCall(app.db, counter.name, { calls: counter.calls, resetsAt, now })
    if (!counted) {
      const full = await findCounter(app.db, counter.name, now)
      throw tooMany(allowance(limit, counter, full, now))
    }
    allowances.push(allowance(limit, counter, counted, now))
  }
  return tightest(allowances)
}

/**
 * Looks whether a call could still be counted, without counting it.
 *
 * @throws Refusal `request.toomany`
 */
export async function checkCall(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const left = await readAllowance(app, limit, whom)
  if (left.remaining === 0) throw tooMany(left)
  return left
}

/** How much is left, counting nothing. */
export async function readAllowance(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  const allowances: Allowance[] = []
  for (const counter of countersOf(limit, whom)) {
    const counted = await findCounter(app.db, counter.name, now)
    allowances.push(allowance(limit, counter, counted, now))
  }
  return tightest(allowances)
}

/** What is counted for a caller: a row of its own name, and how many calls it has room for. */
type Counter = { name: string; calls: number }

/**
 * The networks of IPv6 that a limit counts. A household has a /64 at least, a customer a /56 or a /48
 * (RFC 6177), so that one alone has 65,536 households to call from: the wider networks have room for
 * ten and a hundred times the limit.
 */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 10 },
  { bits: 48, times: 100 },
]

/** From the narrowest on: whoever is refused by it takes nothing from the wider ones. */
function countersOf({ name, calls, per }: Limit, whom: string): Counter[] {
  if (per !== 'ip' || !whom.includes(':')) return [{ name: `${name}:${whom}`, calls }]
  return IPV6_NETWORKS.map(({ bits, times }) => ({
    name: `${name}:${canonicalAddress(`${whom}/${bits}`)}`,
    calls: calls * times,
  }))
}

function allowance(
  limit: Limit,
  counter: Counter,
  counted: Counted | undefined,
  now: number,
): Allowance {
  return {
    limit,
    remaining: Math.max(0, counter.calls - (counted?.calls ?? 0)),
    resetSeconds: counted ? Math.ceil((counted.resetsAt - now) / SECOND) : limit.perSeconds,
  }
}

function tightest(allowances: readonly Allowance[]): Allowance {
  return allowances.reduce((one, other) => (other.remaining < one.remaining ? other : one))
}

function tooMany(spent: Allowance): Refusal {
  return new Refusal('request.toomany', {
    retryAfter: spent.resetSeconds,
    allowance: { ...spent, remaining: 0 },
  })
}
