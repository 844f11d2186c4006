import { locale } from '../../../i18n/i18n.ts'
import { fromNow } from '../../../ui/formats.ts'

/** Says how long ago something was by the clock of the site, in seconds while it is fresh. */
export function ago(at: string, now: string): string {
  const seconds = Math.round((Date.parse(now) - Date.parse(at)) / 1000)
  if (seconds >= 60) return fromNow(at, Date.parse(now))
  return new Intl.RelativeTimeFormat(locale.value).format(-Math.max(seconds, 0), 'second')
}
