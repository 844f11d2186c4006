/** A row of a list with a name and an address. The key stays while the row moves. */
export type Row = { key: number; name: string; address: string }

let made = 0

export function makeRow(name = '', address = ''): Row {
  made += 1
  return { key: made, name, address }
}

/** Reads lines of a name, a space and an address. */
export function readRows(text: string): Row[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.search(/\s\S*$/)
      return at < 0 ? makeRow(line) : makeRow(line.slice(0, at).trim(), line.slice(at + 1))
    })
}

/** Writes the rows as lines, without empty rows. */
export function writeRows(rows: readonly Row[]): string {
  return rows
    .map(({ name, address }) => `${name.trim()} ${address.replaceAll(/\s/g, '')}`.trim())
    .filter(Boolean)
    .join('\n')
}

/** Returns the rows with one of them at another index. */
export function moveRow<Item>(rows: readonly Item[], from: number, to: number): Item[] {
  const rest = [...rows]
  const [moved] = rest.splice(from, 1)
  if (moved !== undefined) rest.splice(Math.min(Math.max(to, 0), rest.length), 0, moved)
  return rest
}
