/**
 * Line breaks would begin a heading or a quotation; control characters for the text direction would reorder the text
 * around a value.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MARKUP = /[\\*_~`|<>[\]@:]/g
/** Characters that are markup only at the beginning of a line: headings, lists, small text. */
const LINE_MARKUP = /^(\d*)(?=[#+\-.])/

/**
 * Makes a value plain text in a message of Discord: no markup, mention, emoji or link ("Message Formatting" in its
 * reference). A backslash before a punctuation mark shows the mark.
 */
export function escapeMarkdown(text: string): string {
  const line = text.replace(CONTROLS, ' ').trim()
  return line.replace(MARKUP, '\\$&').replace(LINE_MARKUP, '$1\\')
}

/** Cuts a text to `most` UTF-16 units, not inside a character. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`
}
