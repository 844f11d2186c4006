import type { JsonSchema } from './api-document.ts'

/** A field of a request or response body. The name includes the names of the fields around it: `user.roles[]`. */
export type SchemaRow = { name: string; type: string; isRequired: boolean; about: string }

/** How deep fields may be nested to be on the page. Deeper fields are only in the OpenAPI document. */
const MAX_DEPTH = 4

export function rowsOf(schema: JsonSchema, prefix = '', depth = 1): SchemaRow[] {
  const plain = withoutNull(schema)
  if (plain.items) return rowsOf(plain.items, `${prefix}[]`, depth)
  return Object.entries(plain.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key
    const isRequired = plain.required?.includes(key) ?? false
    const row = { name, type: typeOf(field), isRequired, about: aboutOf(field) }
    return [row, ...(depth < MAX_DEPTH ? rowsOf(field, name, depth + 1) : [])]
  })
}

/** Describes the type of a schema: `text or null`, `"ru" or "en"`, `list of numbers`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object'
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties || schema.patternProperties) return 'object'
  return [schema.type ?? 'any'].flat().join(' or ')
}

export function aboutOf(schema: JsonSchema): string {
  return [schema.description ?? '', limitsOf(schema)].filter(Boolean).join('; ')
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems }: JsonSchema): string {
  return [
    rangeText(minLength, maxLength, 'characters'),
    rangeText(minimum, maximum, ''),
    rangeText(undefined, maxItems, 'entries'),
  ]
    .filter(Boolean)
    .join('; ')
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  const range =
    most === undefined ? `at least ${least}` : `${least === undefined ? 'up' : least} to ${most}`
  return unit ? `${range} ${unit}` : range
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 && others[0] ? others[0] : schema
}
