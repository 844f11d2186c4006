export type ChangedField = { name: string; before: string; after: string }

/**
 * Lists what changed in an audit entry, field by field. Of two objects it lists only the fields that
 * differ; text that is not an object counts as one field without a name.
 */
export function changedFields(before: string | null, after: string | null): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names
    .map((name) => ({ name, before: old.get(name) ?? '', after: now.get(name) ?? '' }))
    .filter((field) => field.before !== field.after)
}

function fieldsOf(text: string | null): Map<string, string> {
  if (text === null) return new Map()
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Map([['', inWords(value)]])
  }
  return new Map(Object.entries(value).map(([name, field]) => [name, inWords(field)]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // most entries are not JSON
  }
}

function inWords(value: unknown): string {
  if (value === null) return '—'
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
