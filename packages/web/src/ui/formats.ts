import { locale, t } from '../i18n/i18n.ts'

/** `5 March 2030, 14:07`, in the reader's language and time zone. */
export function dateAndTime(instant: string): string {
  return format(instant, { dateStyle: 'long', timeStyle: 'short' })
}

/** `05/03/2030, 14:07:09`, for long lists. */
export function stamp(instant: string): string {
  return format(instant, { dateStyle: 'short', timeStyle: 'medium' })
}

/** `5 March 2030` */
export function day(instant: string): string {
  return format(instant, { dateStyle: 'long' })
}

/** `5 Mar 2030`, for tables. */
export function mediumDay(instant: string): string {
  return format(instant, { dateStyle: 'medium' })
}

/** `5 Mar`, from `2030-03-05`. */
export function shortDay(date: string): string {
  return date && format(`${date}T12:00:00Z`, { day: 'numeric', month: 'short' })
}

/** `1,234`, in the reader's format for whole numbers. */
export function count(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value)
}

/** `1.2 MB`, in the reader's language. */
export function fileSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const unit = units[power] ?? 'byte'
  const unitDisplay = power === 0 ? 'long' : 'short' // the short form has no plural
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale.value, format).format(bytes / 1000 ** power)
}

/** `3 hours ago`, `in 2 days`, `just now`. */
export function fromNow(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const relative = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return t('common.justNow')
}

/** `1 234.50`, or `100` if there are no cents, in the reader's format for numbers. */
export function amount(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 2
  return new Intl.NumberFormat(locale.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(readersTag(), options).format(new Date(instant))
}

/** Returns the reader's regional variant of the language, such as `en-GB`. */
function readersTag(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === locale.value) ?? locale.value
}

/** Names the device of a session in the reader's language. The site stores the name in English (`Firefox on Linux`). */
export function deviceName(device: string): string {
  if (device === 'Unknown device') return t('common.unknownDevice')
  if (device === 'Browser') return t('common.browser')
  const [, browser = '', system = ''] = /^(.+?) on (.+)$/.exec(device) ?? []
  return system ? t('common.device', { browser, system }) : device
}
