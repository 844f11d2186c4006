import { type FieldFault, Refusal } from '../../errors.ts'
import type { Balance } from './balance-store.ts'
import { parseCents } from './money.ts'

/**
 * Reads what is added to the balances, with two decimals, as a number or as text; what is absent is
 * not changed.
 *
 * @throws Refusal `request.invalid` for what is no amount, or no change at all
 */
export function readAmounts(given: { real?: number | string; virtual?: number | string }): Balance {
  const realCents = parseCents(given.real ?? 0)
  const virtualCents = parseCents(given.virtual ?? 0)
  const faults: FieldFault[] = []
  if (realCents === undefined) faults.push({ field: 'real', keyword: 'money' })
  if (virtualCents === undefined) faults.push({ field: 'virtual', keyword: 'money' })
  if (realCents === 0 && virtualCents === 0) faults.push({ field: 'real', keyword: 'required' })
  if (faults.length > 0 || realCents === undefined || virtualCents === undefined) {
    throw new Refusal('request.invalid', { fields: faults })
  }
  return { realCents, virtualCents }
}
