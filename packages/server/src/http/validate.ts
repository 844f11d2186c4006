import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { type FieldFault, Refusal } from '../errors.ts'

const MOST_FAULTS = 20

/**
 * A check of one part of a request against its schema, compiled when it is first needed.
 *
 * @throws Refusal `request.invalid` with the fields that broke it, from the returned function.
 */
export function validator(schema: TSchema): (data: unknown) => void {
  let compiled: ReturnType<typeof Compile> | undefined
  return (data) => {
    compiled ??= Compile(schema)
    if (compiled.Check(data)) return
    const faults = compiled.Errors(data).slice(0, MOST_FAULTS).flatMap(toFaults)
    const first = faults.filter(
      ({ field }, index) => faults.findIndex((other) => other.field === field) === index,
    )
    throw new Refusal('request.invalid', { fields: first }) // a union finds one in every branch
  }
}

/**
 * Drops nulls from optional fields that have no null of their own: many clients write an absent value
 * so.
 */
export function withoutNulls(schema: TObject): (body: unknown) => unknown {
  const required: readonly string[] = schema.required ?? []
  const optional = Object.entries(schema.properties).filter(([name]) => !required.includes(name))
  const names = new Set(optional.filter(([, field]) => !Check(field, null)).map(([name]) => name))
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return Object.fromEntries(
      Object.entries(body).filter(([name, value]) => value !== null || !names.has(name)),
    )
  }
}

/**
 * Keeps only the fields that a row names (docs/contract.md#forms), so that a use case with more
 * options than the row is never given one of them by a caller.
 */
export function namedFields(schema: TObject | undefined): (data: unknown) => unknown {
  const names = Object.keys(schema?.properties ?? {})
  return (data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    if (names.length === 0) return {} // most rows: this is run at every request
    return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
  }
}

type SchemaError = { keyword: string; instancePath: string; params: object }

function toFaults({ keyword, instancePath, params }: SchemaError): FieldFault[] {
  const field = instancePath.slice(1).replaceAll('/', '.')
  if ('requiredProperties' in params && Array.isArray(params.requiredProperties)) {
    return params.requiredProperties.map((name) => ({
      field: field ? `${field}.${name}` : String(name),
      keyword: 'required',
    }))
  }
  const limit = 'limit' in params && typeof params.limit === 'number' ? params.limit : undefined
  return [{ field, keyword, ...(limit !== undefined && { limit }) }]
}
