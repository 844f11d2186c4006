/**
 * Formats a table as CSV (RFC 4180) that spreadsheets open as text: with a byte order mark for UTF-8, and an apostrophe
 * before a value that a spreadsheet would run as a formula.
 */
export function csvOf(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): string {
  const lines = [columns, ...rows].map((cells) => cells.map(cellOf).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellOf(value: string | null): string {
  const text = value ?? ''
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
