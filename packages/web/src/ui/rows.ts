/** A row of a list with two texts. The key stays while the row moves. */
export type Row = { key: number; first: string; second: string }

/** How the rows of a list are stored as lines. Empty rows are not stored. */
export type RowFormat = {
  read: (line: string) => readonly [first: string, second: string]
  write: (first: string, second: string) => string
}

/** Stores a row as a name, a space and an address. */
export const nameAndAddress: RowFormat = {
  read(line) {
    const at = line.search(/\s\S*$/)
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1)]
  },
  write: (name, address) => `${name.trim()} ${address.replaceAll(/\s/g, '')}`.trim(),
}

/**
 * Stores a row as the English text, `|` and the Russian text. The English or the Russian text may be missing. Only the
 * Russian text may contain `|`.
 */
export const inTwoLanguages: RowFormat = {
  read(line) {
    const [en = '', ...rest] = line.split('|').map((part) => part.trim())
    return [en, rest.join(' | ').trim()]
  },
  write(first, second) {
    const [en, ru] = [first.trim(), second.trim()]
    return ru ? `${en} | ${ru}`.trim() : en
  },
}

/** Maximum lengths of the texts of a row. */
export type RowLimits = { first: number; second?: number }

/** Why a row cannot be stored: which of the two texts is wrong, the key of the message, and the maximum length. */
export type RowFault = { part: keyof RowLimits; words: 'separator' | 'tooLong'; most: number }

/**
 * Returns the first fault of a row in two languages; undefined if it can be stored. The first `|` of a line separates
 * the languages, so the English text cannot contain a `|`.
 */
export function faultIn({ first, second }: Row, limits: RowLimits): RowFault | undefined {
  if (first.includes('|')) return { part: 'first', words: 'separator', most: limits.first }
  for (const [part, text] of [
    ['first', first],
    ['second', second],
  ] as const) {
    const most = limits[part] ?? limits.first
    if (text.trim().length > most) return { part, words: 'tooLong', most }
  }
  return undefined
}

let made = 0

export function makeRow(first = '', second = ''): Row {
  made += 1
  return { key: made, first, second }
}

export function readRows(text: string, { read }: RowFormat): Row[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => makeRow(...read(line)))
}

/** Writes the rows as lines, without empty rows. */
export function writeRows(rows: readonly Row[], { write }: RowFormat): string {
  return rows
    .map(({ first, second }) => write(first, second))
    .filter(Boolean)
    .join('\n')
}

/** Returns the rows after moving the row at `from` to the index `to`, or to the nearest valid index. */
export function moveRow<Item>(rows: readonly Item[], from: number, to: number): Item[] {
  const rest = [...rows]
  const [moved] = rest.splice(from, 1)
  if (moved !== undefined) rest.splice(Math.min(Math.max(to, 0), rest.length), 0, moved)
  return rest
}
