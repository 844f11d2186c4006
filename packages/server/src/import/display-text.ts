/** A line of a report is not longer, whatever stands in a row. */
const LONGEST = 2_000

/** Signs that steer a terminal, are seen nowhere, or turn the line round. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Makes text that somebody else wrote fit for a line on the terminal: `\u{202e}` for an unseen sign. */
export function shownText(text: string): string {
  const shown = text
    .slice(0, LONGEST)
    .replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
  return text.length > LONGEST ? `${shown}…` : shown
}
