import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { findPlayer } from '../../players/player-store.ts'
import { adjustBalance, type Balance, insertBalanceEntry } from './balance-store.ts'
import { amountOf, MAX_CENTS } from './money.ts'

export type BalanceChange = Balance & {
  reason: string
  /** Whether a balance may fall below zero. */
  allowsNegative?: boolean
}

/**
 * Changes a player's balances, both or neither, and records the change in the ledger.
 * @returns the new balances
 * @throws Refusal `balance.insufficient` if a balance would fall below zero; `request.invalid` if it would exceed
 *   `MAX_CENTS`; `auth.forbidden`; `player.notfound`
 */
export async function changeBalance(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  balanceChange: BalanceChange,
): Promise<Balance> {
  return change(app, by, async (work) => {
    await lockEditable(work, playerId, 'panel.players.balance')
    return applyBalanceChange(work, app.random, playerId, balanceChange)
  })
}

/**
 * Changes a player's balances as a part of another change, without checking permissions.
 * @returns the new balances
 * @throws Refusal `balance.insufficient`, `request.invalid`
 */
export async function applyBalanceChange(
  { tx, by, now, audit, emit }: UnitOfWork<Actor>,
  random: Random,
  playerId: string,
  balanceChange: BalanceChange,
): Promise<Balance> {
  const { realCents, virtualCents, reason, allowsNegative = false } = balanceChange
  const limits = { min: allowsNegative ? -MAX_CENTS : 0, max: MAX_CENTS }
  const after = await adjustBalance(tx, playerId, { realCents, virtualCents, ...limits })
  if (!after) throw await refusalOf(tx, playerId, balanceChange)

  const id = newSortableId(random, now)
  const entry = { id, realCents, virtualCents, reason, author: by.actor, createdAt: now }
  await insertBalanceEntry(tx, playerId, entry)
  const before = {
    realCents: after.realCents - realCents,
    virtualCents: after.virtualCents - virtualCents,
  }
  audit('player.balance', playerId, { before: auditText(before), after: auditText(after) })
  for (const [currency, field] of CURRENCIES) {
    const [from, to] = [amountOf(before[field]), amountOf(after[field])]
    if (from !== to)
      emit('player.balance_changed', { player: playerId, currency, from, to, reason })
  }
  return after
}

const CURRENCIES = [
  ['real', 'realCents'],
  ['virtual', 'virtualCents'],
] as const

async function refusalOf(
  tx: UnitOfWork['tx'],
  playerId: string,
  { realCents, virtualCents }: Balance,
): Promise<Refusal> {
  const player = await findPlayer(tx, playerId)
  if (!player) return new Refusal('player.notfound')
  const balances = {
    real: player.realCents + realCents,
    virtual: player.virtualCents + virtualCents,
  }
  const exceeded = Object.entries(balances).filter(([, cents]) => cents > MAX_CENTS)
  if (exceeded.length === 0) return new Refusal('balance.insufficient')
  return new Refusal('request.invalid', {
    fields: exceeded.map(([field]) => ({ field, keyword: 'money' })),
  })
}

function auditText({ realCents, virtualCents }: Balance): string {
  return JSON.stringify({ real: amountOf(realCents), virtual: amountOf(virtualCents) })
}
