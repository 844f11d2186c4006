import type { Limit } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { type Allowance, Refusal } from '../../platform/errors.ts'
import { canonicalAddress } from '../../platform/network/ip-address.ts'
import { type CounterState, countCall, findCounter } from './rate-limit-store.ts'

type Deps = { db: Db; clock: Clock }

/**
 * Counts a call, unless the limit is reached. A refused call is not counted, with one exception: if calls compete for
 * the last place of a wide network, a refused one may be counted for its narrow network.
 * @param cost how many calls this call counts as
 * @throws Refusal `request.toomany`
 */
export async function countRateLimitedCall(
  app: Deps,
  limit: Limit,
  subject: string,
  cost = 1,
): Promise<Allowance> {
  const now = app.clock.now()
  const resetsAt = now + limit.perSeconds * SECOND
  const counters = countersOf(limit, subject)
  if (counters.length > 1) await checkRateLimit(app, limit, subject) // no transaction: a whole /48 would wait for its lock
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
  return strictest(allowances)
}

/** Checks that a call could be counted, without counting it. @throws Refusal `request.toomany` */
export async function checkRateLimit(app: Deps, limit: Limit, subject: string): Promise<Allowance> {
  const left = await readAllowance(app, limit, subject)
  if (left.remaining === 0) throw tooMany(left)
  return left
}

export async function readAllowance(app: Deps, limit: Limit, subject: string): Promise<Allowance> {
  const now = app.clock.now()
  const allowances: Allowance[] = []
  for (const counter of countersOf(limit, subject)) {
    const counted = await findCounter(app.db, counter.name, now)
    allowances.push(allowance(limit, counter, counted, now))
  }
  return strictest(allowances)
}

type Counter = { name: string; calls: number }

/**
 * The IPv6 networks whose calls are counted. A household has at least a /64, and a customer may have a /56 or a /48
 * (RFC 6177), with up to 65,536 /64 networks to call from. So these wider networks are also counted, with ten and a
 * hundred times the limit.
 */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 10 },
  { bits: 48, times: 100 },
]

/**
 * Lists the counters of a call, narrowest network first. A call that the first counter refuses is not counted in the
 * others.
 */
function countersOf({ name, calls, per }: Limit, subject: string): Counter[] {
  if (per !== 'ip' || !subject.includes(':')) return [{ name: `${name}:${subject}`, calls }]
  return IPV6_NETWORKS.map(({ bits, times }) => ({
    name: `${name}:${canonicalAddress(`${subject}/${bits}`)}`,
    calls: calls * times,
  }))
}

function allowance(
  limit: Limit,
  counter: Counter,
  counted: CounterState | undefined,
  now: number,
): Allowance {
  return {
    limit,
    remaining: Math.max(0, counter.calls - (counted?.calls ?? 0)),
    resetSeconds: counted ? Math.ceil((counted.resetsAt - now) / SECOND) : limit.perSeconds,
  }
}

function strictest(allowances: readonly Allowance[]): Allowance {
  return allowances.reduce((one, other) => (other.remaining < one.remaining ? other : one))
}

function tooMany(spent: Allowance): Refusal {
  return new Refusal('request.toomany', {
    retryAfter: spent.resetSeconds,
    allowance: { ...spent, remaining: 0 },
  })
}
