/**
 * Returns the instant at which a day (`2030-03-05`) begins in the reader's time zone, or a day that is `after` days
 * later. An invalid day is returned unchanged, for the site to refuse.
 */
export function startOfDay(day: string, after = 0): string {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + after)
  return Number.isNaN(at.getTime()) ? day : at.toISOString()
}
