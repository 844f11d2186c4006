import { t } from '../../../i18n/i18n.ts'
import { count } from '../../../ui/formats.ts'

/** A sentence in the plural form of a large number, which is written as people read it. */
export function counted(key: string, value: number): string {
  return t(key, value).replace(String(value), count(value))
}

/** A time in words whose key ends in `seconds` or `minutes`. */
export function duration(seconds: number): { unit: 'seconds' | 'minutes'; n: number } {
  if (seconds < 90) return { unit: 'seconds', n: Math.max(1, Math.round(seconds)) }
  return { unit: 'minutes', n: Math.round(seconds / 60) }
}
