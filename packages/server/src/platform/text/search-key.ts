/** Returns the form of a text that searches compare, without regard to case or variants of a letter. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Returns the `like` pattern of what contains the query; `!` escapes wildcards in it. */
export function searchPattern(query: string): string {
  return `%${searchKey(query).replace(/[!%_]/g, '!$&')}%`
}
