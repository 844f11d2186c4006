import type { Endpoint } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { endpointOf } from '../endpoint-of.ts'
import { boundaryOf, type FormPart, readMultipart } from './multipart.ts'

/**
 * The largest upload, in bytes. It is enough for a form with the largest picture (docs/textures.md#skins-and-capes).
 */
export const UPLOAD_LIMIT = 2 * 1024 * 1024

const files = new WeakMap<FastifyRequest, Buffer>()

/**
 * Makes the server read the forms of uploads into memory, after the caller was admitted. The field `file` becomes the
 * file, all other fields the body.
 */
export function readUploads(server: FastifyInstance): void {
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const row = endpointOf(request)
      if (body.length === 0 || (!row?.upload && !row?.body)) return undefined
      if (!row.upload) throw new Refusal('request.mediatype')

      const boundary = boundaryOf(request.headers['content-type'] ?? '')
      const parts = boundary === undefined ? undefined : readMultipart(body, boundary)
      if (!parts) throw invalid('', 'form')
      return fieldsOf(request, parts)
    },
  )
}

export type UploadedFile<Row extends Endpoint> = Row extends { upload: true } ? Buffer : undefined

export function fileOf<Row extends Endpoint>(row: Row, request: FastifyRequest): UploadedFile<Row> {
  const file = row.upload && files.get(request)
  const isExpected = (found: Buffer | undefined): found is UploadedFile<Row> =>
    (found !== undefined) === (row.upload === true)
  if (isExpected(file)) return file
  throw invalid('file', 'required')
}

function fieldsOf(request: FastifyRequest, parts: readonly FormPart[]): Record<string, string> {
  const [file, ...more] = parts.filter(({ name }) => name === 'file')
  if (more.length > 0) throw invalid('file', 'repeated')
  if (file) files.set(request, file.content)
  const fields = parts.filter(({ name }) => name !== 'file')
  return Object.fromEntries(fields.map(({ name, content }) => [name, content.toString('utf8')]))
}

function invalid(field: string, keyword: string): Refusal {
  return new Refusal('request.invalid', { fields: [{ field, keyword }] })
}
