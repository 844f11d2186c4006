import { locale } from '../../../i18n/i18n.ts'
import { fromNow } from '../../../ui/formats.ts'

/** Returns the time since an instant by the site's clock; in seconds within the last minute. */
export function ago(at: string, now: string): string {
  const seconds = Math.round((Date.parse(now) - Date.parse(at)) / 1000)
  if (seconds >= 60) return fromNow(at, Date.parse(now))
  return new Intl.RelativeTimeFormat(locale.value).format(-Math.max(seconds, 0), 'second')
}
