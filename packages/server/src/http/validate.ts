import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { type FieldFault, Refusal } from '../errors.ts'

const MOST_FAULTS = 20

/**
 * Makes a check of one part of a request against its schema; it is compiled at its first use.
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
    throw new Refusal('request.invalid', { fields: first }) // a union reports every branch
  }
}

/**
 * Removes nulls from optional fields whose schema does not allow null: many clients write an absent
 * value that way.
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
 * Empties the parts of a path that hold a null byte, which PostgreSQL refuses in a text: nothing has such a
 * name, as nothing has an empty one.
 */
export function withoutNullBytes(params: unknown): unknown {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('\u0000') ? '' : value,
    ]),
  )
}

/**
 * Keeps only the fields that a row names (docs/contract.md#forms), so that callers cannot set an option
 * of the use case that the row does not have.
 */
export function namedFields(schema: TObject | undefined): (data: unknown) => unknown {
  const names = Object.keys(schema?.properties ?? {})
  return (data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    const named: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(data)) {
      if (names.includes(name)) named[name] = value
    }
    return named
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
