/**
 * Characters that would change how the text around a value is read: line breaks begin a heading or a quotation, and
 * control characters for the text direction reorder text.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MARKUP = /[\\*_~`|<>[\]@:]/g
/** Characters that are markup only at the beginning of a line: headings, lists, small text. */
const LINE_MARKUP = /^(\d*)(?=[#+\-.])/

/**
 * Makes a value plain text in a message of Discord, without markup, mentions, emoji or links ("Message Formatting" in
 * Discord's documentation). Discord shows a punctuation mark after a backslash as it is.
 */
export function escapeMarkdown(text: string): string {
  const line = text.replace(CONTROLS, ' ').trim()
  return line.replace(MARKUP, '\\$&').replace(LINE_MARKUP, '$1\\')
}

/** Shortens a text to at most `most` UTF-16 units, without splitting a character. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`
}
