/** Returns the form of a text that searches compare: without case and variants of a letter. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Returns the `like` pattern for texts that contain the query; `!` escapes its wildcards. */
export function searchPattern(query: string): string {
  return `%${searchKey(query).replace(/[!%_]/g, '!$&')}%`
}
