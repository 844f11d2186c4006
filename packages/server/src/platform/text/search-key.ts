/** Returns the form in which texts are compared by searches: without case and without variants of a letter. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Returns a pattern for `like` that matches texts containing the query. `!` escapes the wildcards in the query. */
export function searchPattern(query: string): string {
  return `%${searchKey(query).replace(/[!%_]/g, '!$&')}%`
}
