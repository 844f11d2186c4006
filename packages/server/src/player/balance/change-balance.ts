import type { App } from '../../app.ts'
import { newAudit } from '../../audit/audit.ts'
import { insertAudit } from '../../audit/audit-store.ts'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { newSortableId } from '../../platform/random.ts'
import { findPlayer } from '../player-store.ts'
import { type Balance, insertBalanceEntry, moveBalance } from './balance-store.ts'
import { amountOf, MOST_CENTS } from './money.ts'

/** What is added to each balance, or taken from it where it is negative. */
export type BalanceChange = Balance & { reason: string }

/** `db` may be an open transaction; else one is opened. */
type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * Moves a player's balances, both or neither, and keeps the change in the ledger.
 *
 * @param by who moves them: a player's id, or `command`.
 * @returns what the account holds now.
 * @throws Refusal `balance.insufficient` when one would fall below zero; `request.invalid` when one
 *   would pass the most an account can hold; `player.notfound`
 */
export async function changeBalance(
  app: Needs,
  playerId: string,
  change: BalanceChange,
  by: { actor: string; ip: string | null },
): Promise<Balance> {
  const now = app.clock.now()
  const { realCents, virtualCents, reason } = change
  return inTransaction(app.db, async (tx) => {
    const after = await moveBalance(tx, playerId, { ...change, most: MOST_CENTS })
    if (!after) throw await refusalOf({ ...app, db: tx }, playerId, change)

    const id = newSortableId(app.random, now)
    const entry = { id, realCents, virtualCents, reason, author: by.actor, createdAt: now }
    await insertBalanceEntry(tx, playerId, entry)
    const before = {
      realCents: after.realCents - realCents,
      virtualCents: after.virtualCents - virtualCents,
    }
    const trace = { ...by, target: playerId, before: textOf(before), after: textOf(after) }
    await insertAudit(tx, newAudit(app, { action: 'player.balance', ...trace }))
    return after
  })
}

/** Why the balances could not be moved. */
async function refusalOf(
  app: Needs,
  playerId: string,
  { realCents, virtualCents }: Balance,
): Promise<Refusal> {
  const player = await findPlayer(app.db, playerId)
  if (!player) return new Refusal('player.notfound')
  const held = { real: player.realCents + realCents, virtual: player.virtualCents + virtualCents }
  const full = Object.entries(held).filter(([, cents]) => cents > MOST_CENTS)
  if (full.length === 0) return new Refusal('balance.insufficient')
  return new Refusal('request.invalid', {
    fields: full.map(([field]) => ({ field, keyword: 'money' })),
  })
}

function textOf({ realCents, virtualCents }: Balance): string {
  return JSON.stringify({ real: amountOf(realCents), virtual: amountOf(virtualCents) })
}
