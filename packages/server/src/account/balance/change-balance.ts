import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { findPlayer } from '../../players/player-store.ts'
import { type Balance, insertBalanceEntry, moveBalance } from './balance-store.ts'
import { amountOf, MOST_CENTS } from './money.ts'

/** The amounts to add to each balance; negative amounts are taken from it. */
export type BalanceChange = Balance & { reason: string }

/**
 * Changes a player's balances, both or neither, and records the change in the ledger.
 *
 * @returns the new balances.
 * @throws Refusal `balance.insufficient` when a balance would fall below zero; `request.invalid` when
 *   it would exceed the most an account can hold; `auth.forbidden`; `player.notfound`
 */
export async function changeBalance(
  app: ChangeNeeds,
  by: Actor,
  playerId: string,
  wanted: BalanceChange,
): Promise<Balance> {
  return change(app, by, async (work) => {
    await lockEditable(work, playerId, 'panel.players.balance')
    return changeBalanceIn(work, app.random, playerId, wanted)
  })
}

/** Does the same as a part of another change, without checking permissions. */
export async function changeBalanceIn(
  { tx, by, now, note }: Work<Actor>,
  random: Random,
  playerId: string,
  wanted: BalanceChange,
): Promise<Balance> {
  const { realCents, virtualCents, reason } = wanted
  const after = await moveBalance(tx, playerId, { ...wanted, most: MOST_CENTS })
  if (!after) throw await refusalOf(tx, playerId, wanted)

  const id = newSortableId(random, now)
  const entry = { id, realCents, virtualCents, reason, author: by.actor, createdAt: now }
  await insertBalanceEntry(tx, playerId, entry)
  const before = {
    realCents: after.realCents - realCents,
    virtualCents: after.virtualCents - virtualCents,
  }
  note('player.balance', playerId, { before: auditText(before), after: auditText(after) })
  return after
}

/** Finds out why the balances could not be changed. */
async function refusalOf(
  tx: Work['tx'],
  playerId: string,
  { realCents, virtualCents }: Balance,
): Promise<Refusal> {
  const player = await findPlayer(tx, playerId)
  if (!player) return new Refusal('player.notfound')
  const held = { real: player.realCents + realCents, virtual: player.virtualCents + virtualCents }
  const full = Object.entries(held).filter(([, cents]) => cents > MOST_CENTS)
  if (full.length === 0) return new Refusal('balance.insufficient')
  return new Refusal('request.invalid', {
    fields: full.map(([field]) => ({ field, keyword: 'money' })),
  })
}

function auditText({ realCents, virtualCents }: Balance): string {
  return JSON.stringify({ real: amountOf(realCents), virtual: amountOf(virtualCents) })
}
