const MAX_TEXT_LENGTH = 2_000

/** Characters that control a terminal, are invisible, or reverse the direction of the line. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Makes a foreign text safe to print on one line of a terminal: replaces an invisible character by its number, such as
 * `\u{202e}`.
 */
export function displayText(text: string): string {
  const shown = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(INVISIBLE_CHARACTERS, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
  return text.length > MAX_TEXT_LENGTH ? `${shown}…` : shown
}
