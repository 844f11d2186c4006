import type { Command } from 'commander'
import type { Grant, Period } from '../permissions/grants/grant.ts'
import { isoInstant, isoOrNull, parseInstant } from '../platform/clock.ts'
import { WrongUsage } from './failure.ts'

export type PeriodOptions = { days?: string; until?: string; forever?: boolean; json?: boolean }

const MAX_DAYS = 36_500

export function periodOptions(command: Command): Command {
  return command
    .option('--days <number>', 'for this many days')
    .option('--until <instant>', 'until this instant, e.g. 2030-01-31 or 2030-01-31T12:00:00Z')
    .option('--forever', 'permanently')
}

/**
 * Returns the period that the options name.
 * @throws WrongUsage unless exactly one option is given and valid
 */
export function periodOf({ days, until, forever }: PeriodOptions): Period {
  const given = [days, until, forever].filter((value) => value !== undefined)
  if (given.length !== 1) throw new WrongUsage('give exactly one of --days, --until and --forever')
  if (days !== undefined) return { days: daysOf(days) }
  return until === undefined ? { forever: true } : { until: instantOf(until) }
}

/**
 * Parses the instant of `--until`.
 * @throws WrongUsage if the text is no instant
 */
function instantOf(text: string): number {
  const at = parseInstant(text)
  if (at !== undefined) return at
  throw new WrongUsage('--until must be an instant such as 2030-01-31 or 2030-01-31T12:00:00Z')
}

function daysOf(text: string): number {
  const days = Number(text)
  if (/^[0-9]+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days
  throw new WrongUsage(`--days must be a whole number from 1 to ${MAX_DAYS}`)
}

export function toLine({ id, group, node, startsAt, expiresAt, takenAt }: Grant) {
  return {
    id,
    group,
    node,
    startsAt: isoInstant(startsAt),
    expiresAt: isoOrNull(expiresAt),
    takenAt: isoOrNull(takenAt),
  }
}
