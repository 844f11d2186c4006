/** The largest balance, and the largest amount of one change, in hundredths: ten billion. */
export const MAX_CENTS = 1_000_000_000_000

/**
 * Converts an amount with at most two decimals, such as `12.34`, `"-5"` or `0.1`, to hundredths. Reads the digits as
 * written and never rounds, so a number with more decimals (such as `0.1 + 0.2`) is not an amount.
 * @returns undefined for a text that is not an amount, and for an amount above `MAX_CENTS`
 */
export function parseCents(amount: number | string): number | undefined {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)0*([0-9]{1,11})(?:\.([0-9]{1,2}))?$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > MAX_CENTS) return undefined
  return sign === '-' && cents > 0 ? -cents : cents
}

/** Converts hundredths to a number with at most two decimals, the form of amounts in the contract. */
export function amountOf(cents: number): number {
  return cents / 100
}
