import type { Endpoint } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { type RawBody, rawBodyOf } from './input/read-body.ts'
import { fileOf, type UploadedFile } from './input/read-upload.ts'
import { type Part, partReader, withoutNullBytes, withoutNulls } from './input/validate.ts'

export type Input<Row extends Endpoint> = {
  params: Part<Row['params']>
  query: Part<Row['query']>
  body: Body<Row>
  list: Part<Row['list']>
  file: UploadedFile<Row>
  raw: RawBody<Row>
}

type Body<Row extends Endpoint> = Part<Row['body']> | AbsentPart<Row>
type AbsentPart<Row extends Endpoint> = Row extends { bodyOptional: true } ? undefined : never

/**
 * Makes a function that validates all parts of a request.
 * @throws Refusal `request.invalid`, from the returned function
 */
export function inputReader<const Row extends Endpoint>(
  row: Row,
): (request: FastifyRequest) => Input<Row> {
  const readParams = partReader(row, 'params')
  const readQuery = partReader(row, 'query')
  const readBody = bodyReader(row)
  const readList = partReader(row, 'list')
  return (request) => ({
    params: readParams(withoutNullBytes(request.params)),
    query: readQuery(request.query),
    file: fileOf(row, request),
    raw: rawBodyOf(row, request),
    body: readBody(request.body),
    list: readList(request.body ?? null),
  })
}

function bodyReader<Row extends Endpoint>(row: Row): (data: unknown) => Body<Row> {
  const read = partReader(row, 'body')
  // In a PATCH, a null clears a field, if the schema allows that.
  const prepare = row.body && row.method !== 'PATCH' ? withoutNulls(row.body) : undefined
  const isAbsent = (data: unknown): data is AbsentPart<Row> =>
    row.bodyOptional === true && data === undefined
  return (data) => (isAbsent(data) ? data : read((prepare ? prepare(data) : data) ?? null))
}
