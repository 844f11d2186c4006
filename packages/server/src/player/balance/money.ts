/** The most an account can hold, and the most that one change can move: ten billion, in hundredths. */
export const MOST_CENTS = 1_000_000_000_000

/**
 * Reads an amount of at most two decimals, as `12.34`, `"-5"` or `0.1`, into hundredths. The digits
 * are read as they are written, so nothing is rounded: a number that has more decimals (as what
 * `0.1 + 0.2` makes) is none. Undefined for whatever is no amount or larger than `MOST_CENTS`.
 */
export function parseCents(amount: number | string): number | undefined {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)0*([0-9]{1,11})(?:\.([0-9]{1,2}))?$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > MOST_CENTS) return undefined
  return sign === '-' && cents > 0 ? -cents : cents
}

/** Hundredths as the contract writes them: a number that has two decimals at most. */
export function amountOf(cents: number): number {
  return cents / 100
}
