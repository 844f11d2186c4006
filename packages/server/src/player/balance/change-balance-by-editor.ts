import { editHolder } from '../../access/edit-holder.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type FieldFault, Refusal } from '../../errors.ts'
import type { Player } from '../player.ts'
import type { Balance } from './balance-store.ts'
import { changeBalance } from './change-balance.ts'
import { parseCents } from './money.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random'>

/** Amounts with two decimals, as a number or as text; what is absent is not changed. */
export type WantedChange = { real?: number | string; virtual?: number | string; reason: string }

/**
 * Moves the balances of a player whom the editor may edit.
 *
 * @returns what the account holds now.
 * @throws Refusal `request.invalid` for what is no amount, or no change at all; `auth.forbidden`;
 *   and what `changeBalance` throws
 */
export async function changeBalanceByEditor(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
  wanted: WantedChange,
): Promise<Balance> {
  const change = { ...readAmounts(wanted), reason: wanted.reason.trim() }
  return editHolder(app, editor, { id, asks: 'panel.players.balance' }, ({ tx }) =>
    changeBalance({ ...app, db: tx }, id, change, editor),
  )
}

function readAmounts({ real = 0, virtual = 0 }: WantedChange): Balance {
  const realCents = parseCents(real)
  const virtualCents = parseCents(virtual)
  const faults: FieldFault[] = []
  if (realCents === undefined) faults.push({ field: 'real', keyword: 'money' })
  if (virtualCents === undefined) faults.push({ field: 'virtual', keyword: 'money' })
  if (realCents === 0 && virtualCents === 0) faults.push({ field: 'real', keyword: 'required' })
  if (faults.length > 0 || realCents === undefined || virtualCents === undefined) {
    throw new Refusal('request.invalid', { fields: faults })
  }
  return { realCents, virtualCents }
}
