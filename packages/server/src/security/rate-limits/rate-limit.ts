import type { Limit } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { type Allowance, Refusal } from '../../platform/errors.ts'
import { canonicalAddress } from '../../platform/network/ip-address.ts'
import { type Counted, countCall, findCounter } from './rate-limit-store.ts'

type Needs = { db: Db; clock: Clock }

/**
 * Counts one call against a limit. The window begins with its first call and is kept in the
 * database, so that all instances share it. A refused call is not counted, with one exception: calls
 * that race for the last place of a wide network may still count in the narrow one.
 *
 * @param whom the address or the player to count for.
 * @param cost how many calls this one counts for.
 * @throws Refusal `request.toomany` when the limit is used up.
 */
export async function takeCall(
  app: Needs,
  limit: Limit,
  whom: string,
  cost = 1,
): Promise<Allowance> {
  const now = app.clock.now()
  const resetsAt = now + limit.perSeconds * SECOND
  const counters = countersOf(limit, whom)
  if (counters.length > 1) await checkCall(app, limit, whom) // no transaction: a whole /48 would wait for its lock
  const allowances: Allowance[] = []
  for (const counter of counters) {
    const counted = await countCall(app.db, counter.name, {
      calls: counter.calls,
      resetsAt,
      now,
      cost,
    })
    if (!counted) {
      const full = await findCounter(app.db, counter.name, now)
      throw tooMany(allowance(limit, counter, full, now))
    }
    allowances.push(allowance(limit, counter, counted, now))
  }
  return tightest(allowances)
}

/**
 * Checks that a call could still be counted, without counting it.
 *
 * @throws Refusal `request.toomany`
 */
export async function checkCall(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const left = await readAllowance(app, limit, whom)
  if (left.remaining === 0) throw tooMany(left)
  return left
}

/** Reads how much of a limit is left, without counting anything. */
export async function readAllowance(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  const allowances: Allowance[] = []
  for (const counter of countersOf(limit, whom)) {
    const counted = await findCounter(app.db, counter.name, now)
    allowances.push(allowance(limit, counter, counted, now))
  }
  return tightest(allowances)
}

/** One counter of a caller: the name of its row, and how many calls it allows. */
type Counter = { name: string; calls: number }

/**
 * The IPv6 networks that a limit counts. A household has at least a /64, and a customer may have a
 * /56 or a /48 (RFC 6177), which contains 65,536 networks to call from. So the wider networks are
 * counted as well and allow ten and a hundred times the limit.
 */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 10 },
  { bits: 48, times: 100 },
]

/** Lists the counters, narrowest first: a call refused by the narrowest takes nothing from the rest. */
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
