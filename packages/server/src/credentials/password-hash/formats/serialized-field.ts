/** To search a longer text for what is not in it would take minutes. */
const LONGEST = 10_000

/** Reads a text of an array that PHP serialized, or of a JSON object; one without quotes in it. */
export function serializedField(text: string, name: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const serialized = new RegExp(`^a:\\d+:\\{.*s:\\d+:"${name}";s:\\d+:"([^"]*)";.*\\}$`, 's')
  const json = new RegExp(`^\\{.*"${name}":\\s*"([^"]*)".*\\}$`, 's')
  return serialized.exec(text)?.[1] ?? json.exec(text)?.[1]?.replaceAll('\\/', '/')
}
