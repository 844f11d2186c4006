import type { Endpoint } from '@portal/contract'
import type { Static, TArray, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Check } from 'typebox/value'
import { type FieldFault, Refusal } from '../../platform/errors.ts'

const MOST_FAULTS = 20

/** What a part of a request holds: what its schema describes, and nothing without a schema. */
export type Part<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/**
 * Makes the function that checks one part of a request against its schema, which is compiled at its first
 * use. It keeps only the fields that the schema names.
 *
 * @throws Refusal `request.invalid` with the fields that broke it, from the returned function.
 */
export function partReader<
  const Row extends Endpoint,
  Name extends 'params' | 'query' | 'body' | 'list',
>(row: Row, name: Name): (data: unknown) => Part<Row[Name]> {
  const schema: TObject | TArray | undefined = row[name]
  const keepNamed = namedFields(schema)
  let compiled: Validator | undefined
  // a predicate: TypeScript cannot narrow a type that depends on `Row`
  const isPart = (data: unknown): data is Part<Row[Name]> => {
    if (schema === undefined) return data === undefined
    compiled ??= Compile(schema)
    return compiled.Check(data)
  }
  return (data) => {
    const named = keepNamed(data)
    if (isPart(named)) return named
    throw new Refusal('request.invalid', { fields: faultsOf(compiled?.Errors(named) ?? []) })
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
 * of the use case that the row does not have. Without a schema nothing is kept.
 */
function namedFields(schema: TObject | TArray | undefined): (data: unknown) => unknown {
  if (!schema) return () => undefined
  if (!('properties' in schema)) return (data) => data
  const names = Object.keys(schema.properties)
  return (data) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
  }
}

/** Keeps the first fault of each field, because a union reports those of every branch. */
function faultsOf(errors: readonly SchemaError[]): FieldFault[] {
  const faults = errors.slice(0, MOST_FAULTS).flatMap(toFaults)
  return faults.filter(
    ({ field }, index) => faults.findIndex((other) => other.field === field) === index,
  )
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
