import type { TSchema } from 'typebox'

type Pick = (value: unknown) => unknown

/**
 * Makes a function that keeps only the fields in the schema, so that no database column reaches a client by accident.
 * Objects whose schema allows additional properties pass unchanged.
 */
export function replyFilter(schema: TSchema): Pick {
  if (isObject(schema)) return pickObject(schema)
  if (isArray(schema)) {
    const pick = replyFilter(schema.items)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (isUnion(schema)) {
    return pickOption(schema.anyOf.filter((option) => isObject(option) || isArray(option)))
  }
  return (value) => value
}

/**
 * Makes a function that filters a value by the first option whose required fields the value has, or else by the first
 * option.
 */
function pickOption(options: readonly TSchema[]): Pick {
  const picks = options.map((option) => ({
    required: isObject(option) ? (option.required ?? []) : [],
    pick: replyFilter(option),
  }))
  const [first] = picks
  if (!first) return (value) => value
  if (picks.length === 1) return first.pick
  return (value) => {
    const fits = ({ required }: (typeof picks)[number]) =>
      isRecord(value) && required.every((name) => name in value)
    return (picks.find(fits) ?? first).pick(value)
  }
}

function pickObject(schema: ObjectSchema): Pick {
  if (schema.additionalProperties === true) return (value) => value
  const picks = Object.entries(schema.properties).map(
    ([name, property]) => [name, replyFilter(property)] as const,
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

type ObjectSchema = {
  properties: Record<string, TSchema>
  required?: readonly string[]
  additionalProperties?: unknown
}

function isObject(schema: object): schema is ObjectSchema {
  return 'properties' in schema
}

function isArray(schema: object): schema is { items: TSchema } {
  return 'items' in schema
}

function isUnion(schema: object): schema is { anyOf: TSchema[] } {
  return 'anyOf' in schema
}
