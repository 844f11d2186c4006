import type { ProductMapping } from '@portal/contract'
import { parseCents } from '../account/balance/money.ts'
import { type FieldFault, Refusal } from '../platform/errors.ts'
import type { Reward } from './purchase.ts'

/**
 * Returns the reward that a request names.
 * @throws Refusal `request.invalid` unless it names exactly one reward, or if it has `days` without a rank
 */
export function parseReward({ group, days, real, virtual, nothing }: ProductMapping): Reward {
  const chosen = [group, real, virtual, nothing || undefined].filter((one) => one !== undefined)
  if (chosen.length !== 1) {
    const fields = ['group', 'real', 'virtual', 'nothing']
    throw invalid(...fields.map((field) => ({ field, keyword: 'oneOf' })))
  }
  if (days !== undefined && group === undefined) throw invalid({ field: 'days', keyword: 'oneOf' })
  if (group !== undefined) return { kind: 'group', group, days: days ?? null }
  if (nothing) return { kind: 'nothing' }
  const kind = real === undefined ? 'virtual' : 'real'
  const cents = parseCents(real ?? virtual ?? '')
  if (cents === undefined || cents <= 0) throw invalid({ field: kind, keyword: 'money' })
  return { kind, cents }
}

function invalid(...fields: FieldFault[]): Refusal {
  return new Refusal('request.invalid', { fields })
}
