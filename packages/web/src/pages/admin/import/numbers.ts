import type { ImportReport } from '@portal/contract'
import { t } from '../../../i18n/i18n.ts'
import { count } from '../../../ui/formats.ts'

/** Returns a text with a count, in the reader's number format. */
export function counted(key: string, value: number): string {
  return t(key, value).replace(String(value), count(value))
}

/** Converts seconds to a rounded number and its unit, which is `seconds` or `minutes`. */
export function duration(seconds: number): { unit: 'seconds' | 'minutes'; n: number } {
  if (seconds < 90) return { unit: 'seconds', n: Math.max(1, Math.round(seconds)) }
  return { unit: 'minutes', n: Math.round(seconds / 60) }
}

/** Returns how many importable players have no password: all who are not counted under a hash format. */
export function withoutPassword({ importable, schemes }: ImportReport): number {
  return schemes.reduce((left, { count: known }) => left - known, importable)
}

/** Whether there may be a password to test before the import. */
export function mayHavePasswords({ importable, schemes }: ImportReport): boolean {
  return importable === 0 || schemes.length > 0
}
