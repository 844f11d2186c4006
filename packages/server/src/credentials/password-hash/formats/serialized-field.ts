/** The longest text that is searched, in characters: searching a longer one without a match would take minutes. */
const MAX_LENGTH = 10_000

/**
 * Returns a string field of a serialized PHP array or a JSON object. Returns undefined if there is no such field, or if
 * it contains quotes.
 */
export function serializedField(text: string, name: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const serialized = new RegExp(`^a:\\d+:\\{.*s:\\d+:"${name}";s:\\d+:"([^"]*)";.*\\}$`, 's')
  const json = new RegExp(`^\\{.*"${name}":\\s*"([^"]*)".*\\}$`, 's')
  return serialized.exec(text)?.[1] ?? json.exec(text)?.[1]?.replaceAll('\\/', '/')
}
