import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { readInstant } from '../../platform/text/parse-instant.ts'
import type { Giving } from './create-grant.ts'
import type { Period } from './grant.ts'
import type { Gift } from './grantable.ts'

/** What somebody wants to give, as a request or a command states it. */
export type AskedGiving = {
  group?: string | undefined
  node?: string | undefined
  days?: number | undefined
  until?: string | undefined
  forever?: boolean | undefined
  startsAt?: string | undefined
}

/**
 * Reads what to give, and for how long.
 *
 * @throws Refusal `request.invalid` unless exactly one of group and node is named, and exactly one of
 *   days, an end and forever
 */
export function readGiving(asked: AskedGiving): Giving {
  const faults: FieldFault[] = []
  const gift = readGift(asked, faults)
  const period = readPeriod(asked, faults)
  const startsAt = readInstant('startsAt', asked.startsAt, faults)
  if (!gift || !period || faults.length > 0) {
    throw new Refusal('request.invalid', { fields: faults })
  }
  return { gift, period, startsAt }
}

function readGift({ group, node }: AskedGiving, faults: FieldFault[]): Gift | undefined {
  if (group !== undefined && node === undefined) return { group }
  if (node !== undefined && group === undefined) return { node }
  faults.push({ field: 'group', keyword: 'oneOf' }, { field: 'node', keyword: 'oneOf' })
  return undefined
}

function readPeriod(asked: AskedGiving, faults: FieldFault[]): Period | undefined {
  const until = readInstant('until', asked.until, faults)
  if (asked.until !== undefined && until === undefined) return undefined
  const named: Period[] = []
  if (asked.days !== undefined) named.push({ days: asked.days })
  if (until !== undefined) named.push({ until })
  if (asked.forever) named.push({ forever: true })
  const [period, ...more] = named
  if (period && more.length === 0) return period
  faults.push(...['days', 'until', 'forever'].map((field) => ({ field, keyword: 'oneOf' })))
  return undefined
}
