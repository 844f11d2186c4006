export type ChangedField = { name: string; before: unknown; after: unknown }

/**
 * Lists what changed in an audit entry, field by field: for objects only the fields that differ, for other
 * values one field without a name. A value that did not exist is undefined.
 */
export function changedFields(before: string | null, after: string | null): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after))
}

function fieldsOf(text: string | null): Map<string, unknown> {
  if (text === null) return new Map()
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Map([['', value]])
  }
  return new Map(Object.entries(value))
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' ? text : value // a name may look like a number
  } catch {
    return text // most entries are not JSON
  }
}
