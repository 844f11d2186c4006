import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { readInstant } from '../../platform/text/parse-instant.ts'
import type { NewGrant } from './create-grant.ts'
import type { Period } from './grant.ts'
import type { Grantable } from './grantable.ts'

export type GrantInput = {
  group?: string | undefined
  node?: string | undefined
  days?: number | undefined
  until?: string | undefined
  forever?: boolean | undefined
  startsAt?: string | undefined
}

/**
 * Parses the grant in a request.
 * @throws Refusal `request.invalid` unless it has exactly one of `group` and `node`, and exactly one of `days`, `until`
 * and `forever`
 */
export function parseGrantInput(input: GrantInput): NewGrant {
  const faults: FieldFault[] = []
  const grantable = parseGrantable(input, faults)
  const period = parsePeriod(input, faults)
  const startsAt = readInstant('startsAt', input.startsAt, faults)
  if (!grantable || !period || faults.length > 0) {
    throw new Refusal('request.invalid', { fields: faults })
  }
  return { grantable, period, startsAt }
}

function parseGrantable({ group, node }: GrantInput, faults: FieldFault[]): Grantable | undefined {
  if (group !== undefined && node === undefined) return { group }
  if (node !== undefined && group === undefined) return { node }
  faults.push({ field: 'group', keyword: 'oneOf' }, { field: 'node', keyword: 'oneOf' })
  return undefined
}

function parsePeriod(input: GrantInput, faults: FieldFault[]): Period | undefined {
  const until = readInstant('until', input.until, faults)
  if (input.until !== undefined && until === undefined) return undefined
  const periods: Period[] = []
  if (input.days !== undefined) periods.push({ days: input.days })
  if (until !== undefined) periods.push({ until })
  if (input.forever) periods.push({ forever: true })
  const [period, ...more] = periods
  if (period && more.length === 0) return period
  faults.push(...['days', 'until', 'forever'].map((field) => ({ field, keyword: 'oneOf' })))
  return undefined
}
