import type { Endpoint } from '@portal/contract'
import type { Static, TArray, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Check } from 'typebox/value'
import { type FieldFault, Refusal } from '../../platform/errors.ts'

const MAX_FAULTS = 20

export type Part<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/**
 * Makes a function that validates one part of a request and returns only the fields that the schema names.
 * @throws Refusal `request.invalid`, from the returned function
 */
export function partReader<
  const Row extends Endpoint,
  Name extends 'params' | 'query' | 'body' | 'list',
>(row: Row, name: Name): (data: unknown) => Part<Row[Name]> {
  const schema: TObject | TArray | undefined = row[name]
  const keepNamed = namedFields(schema)
  // TypeScript cannot narrow a type that depends on `Row`, so this is a predicate
  const isPart = (data: unknown): data is Part<Row[Name]> => {
    return schema === undefined ? data === undefined : validatorOf(schema).Check(data)
  }
  return (data) => {
    const named = keepNamed(data)
    if (isPart(named)) return named
    const errors = schema ? validatorOf(schema).Errors(named) : []
    throw new Refusal('request.invalid', { fields: faultsOf(errors) })
  }
}

const validators = new WeakMap<TSchema, Validator>()

/** Compiles a schema once per process, because tests build many servers in one process. */
function validatorOf(schema: TObject | TArray): Validator {
  const known = validators.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  validators.set(schema, compiled)
  return compiled
}

/**
 * Makes a function that removes the nulls of optional fields from a body, because many clients send null for an absent
 * value. Keeps a null that the schema allows.
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

/** Replaces parameters that contain NUL by empty texts: PostgreSQL rejects NUL, and no object has an empty name. */
export function withoutNullBytes(params: unknown): unknown {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('\u0000') ? '' : value,
    ]),
  )
}

/**
 * Makes a function that keeps only the fields in the schema, so that a caller cannot set other options of the use case
 * (docs/contract.md#forms).
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

/** Returns the first fault of each field. A union reports the faults of all its branches for one field. */
function faultsOf(errors: readonly SchemaError[]): FieldFault[] {
  const faults = errors.slice(0, MAX_FAULTS).flatMap(toFaults)
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
