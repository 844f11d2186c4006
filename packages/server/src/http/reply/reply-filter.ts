import type { TSchema } from 'typebox'

type Pick = (value: unknown) => unknown

/**
 * Removes from a reply all that its schema does not name, so that no column of a table reaches a
 * client by accident. Objects that allow additional properties pass unchanged.
 */
export function whitelist(schema: TSchema): Pick {
  if (isObject(schema)) return pickObject(schema)
  if (isArray(schema)) {
    const pick = whitelist(schema.items)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (isUnion(schema)) {
    const inner = schema.anyOf.find((option) => isObject(option) || isArray(option))
    if (inner) return whitelist(inner)
  }
  return (value) => value
}

function pickObject(schema: ObjectSchema): Pick {
  if (schema.additionalProperties === true) return (value) => value
  const picks = Object.entries(schema.properties).map(
    ([name, property]) => [name, whitelist(property)] as const,
  )
  return (value) => {
    if (!isRecord(value)) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of picks) {
      const part = value[name]
      if (part !== undefined) picked[name] = pick(part)
    }
    return picked
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

type ObjectSchema = { properties: Record<string, TSchema>; additionalProperties?: unknown }

function isObject(schema: object): schema is ObjectSchema {
  return 'properties' in schema
}

function isArray(schema: object): schema is { items: TSchema } {
  return 'items' in schema
}

function isUnion(schema: object): schema is { anyOf: TSchema[] } {
  return 'anyOf' in schema
}
