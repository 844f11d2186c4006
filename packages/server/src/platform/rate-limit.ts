import type { Limit } from '@portal/contract'
import { Refusal } from '../errors.ts'
import { householdOf } from './client.ts'
import { type Clock, SECOND } from './clock.ts'
import type { Db } from './database.ts'
import { type Counted, countCall, findCounter } from './rate-limit-store.ts'

type Needs = { db: Db; clock: Clock }

/** How much of a limit is left, for the `RateLimit` fields of the answer. */
export type Allowance = { limit: Limit; remaining: number; resetSeconds: number }

/**
 * Counts one call against a limit. The window begins with its first call and is kept in the
 * database, so that instances share it.
 *
 * @param whom the address or the player that is counted.
 * @throws Refusal `request.toomany` when the limit is used up.
 */
export async function takeCall(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  const counter = counterOf(limit, whom)
  const resetsAt = now + limit.perSeconds * SECOND
  const counted = await countCall(app.db, counter, { calls: limit.calls, resetsAt, now })
  if (counted) return allowance(limit, counted, now)
  throw tooMany(limit, await findCounter(app.db, counter, now), now)
}

/**
 * Looks whether a call could still be counted, without counting it.
 *
 * @throws Refusal `request.toomany`
 */
export async function checkCall(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  const counted = await findCounter(app.db, counterOf(limit, whom), now)
  if (counted && counted.calls >= limit.calls) throw tooMany(limit, counted, now)
  return allowance(limit, counted, now)
}

/** How much is left, counting nothing. */
export async function readAllowance(app: Needs, limit: Limit, whom: string): Promise<Allowance> {
  const now = app.clock.now()
  return allowance(limit, await findCounter(app.db, counterOf(limit, whom), now), now)
}

function allowance(limit: Limit, counted: Counted | undefined, now: number): Allowance {
  return {
    limit,
    remaining: Math.max(0, limit.calls - (counted?.calls ?? 0)),
    resetSeconds: counted ? Math.ceil((counted.resetsAt - now) / SECOND) : limit.perSeconds,
  }
}

function tooMany(limit: Limit, counted: Counted | undefined, now: number): Refusal {
  const spent = { ...allowance(limit, counted, now), remaining: 0 }
  return new Refusal('request.toomany', { retryAfter: spent.resetSeconds, allowance: spent })
}

function counterOf(limit: Limit, whom: string): string {
  return `${limit.name}:${limit.per === 'ip' ? householdOf(whom) : whom}`
}
