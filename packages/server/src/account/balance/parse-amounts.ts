import { type FieldFault, Refusal } from '../../platform/errors.ts'
import type { Balance } from './balance-store.ts'
import { parseCents } from './money.ts'

/**
 * Parses the amounts to add to the balances: numbers or texts with at most two decimals. A missing amount is 0.
 * @throws Refusal `request.invalid` for a text that is not an amount, or if both amounts are 0
 */
export function parseAmounts(given: {
  real?: number | string
  virtual?: number | string
}): Balance {
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
