import { Check, Errors } from 'typebox/schema'

// biome-ignore lint/suspicious/noExplicitAny: a parsed document may hold anything.
export type Json = any

/** Lists the errors of a value by a schema whose objects may have no additional fields. */
export function schemaErrors(schema: object, value: unknown): unknown[] {
  const strict = closed(JSON.parse(JSON.stringify(schema)))
  if (Check(strict, value)) return []
  const [, errors] = Errors(strict, value)
  return errors
}

function closed(part: Json): object {
  if (typeof part !== 'object' || part === null) return part as unknown as object
  if (Array.isArray(part)) return part.map(closed)
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]))
  const names = 'properties' in part && part.additionalProperties !== true
  return names ? { ...inner, additionalProperties: false } : inner
}
