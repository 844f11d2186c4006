import type { Endpoint } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { fileOf, type UploadedFile } from './input/read-upload.ts'
import { type Part, partReader, withoutNullBytes, withoutNulls } from './input/validate.ts'

/** What a request asks for, checked against its row. */
export type Input<Row extends Endpoint> = {
  params: Part<Row['params']>
  query: Part<Row['query']>
  body: Body<Row>
  /** The body of rows that take a list. */
  list: Part<Row['list']>
  file: UploadedFile<Row>
}

type Body<Row extends Endpoint> = Part<Row['body']> | Absent<Row>
type Absent<Row extends Endpoint> = Row extends { bodyOptional: true } ? undefined : never

/**
 * Makes the function that checks a request against its row.
 *
 * @throws Refusal `request.invalid`, from the returned function.
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
    body: readBody(request.body),
    list: readList(request.body ?? null),
  })
}

function bodyReader<Row extends Endpoint>(row: Row): (data: unknown) => Body<Row> {
  const read = partReader(row, 'body')
  // In a PATCH a null asks to empty a field: the schema refuses it where the field cannot be empty.
  const prepare = row.body && row.method !== 'PATCH' ? withoutNulls(row.body) : undefined
  const isAbsent = (data: unknown): data is Absent<Row> =>
    row.bodyOptional === true && data === undefined
  return (data) => (isAbsent(data) ? data : read((prepare ? prepare(data) : data) ?? null))
}
