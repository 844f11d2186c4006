import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
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
    throw new Refusal('request.invalid', { fields: faults })
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
