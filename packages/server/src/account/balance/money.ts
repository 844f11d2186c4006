/** The largest balance, and the largest amount of one change: ten billion, in hundredths. */
export const MOST_CENTS = 1_000_000_000_000

/**
 * Reads an amount with at most two decimals, such as `12.34`, `"-5"` or `0.1`, as hundredths. It reads
 * the digits as written and never rounds, so a number with more decimals (such as `0.1 + 0.2`) is
 * not an amount. Returns undefined for such text, and for amounts above `MOST_CENTS`.
 */
export function parseCents(amount: number | string): number | undefined {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)0*([0-9]{1,11})(?:\.([0-9]{1,2}))?$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > MOST_CENTS) return undefined
  return sign === '-' && cents > 0 ? -cents : cents
}

/** Writes hundredths as the contract does: as a number with at most two decimals. */
export function amountOf(cents: number): number {
  return cents / 100
}
