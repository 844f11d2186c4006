import { type Dialect, dialectAt, dialects } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { rowOf } from './endpoint-of.ts'
import { pathOf } from './record-requests.ts'

/** Finds the dialect that a caller speaks, also where no row has the path or the method. */
export function dialectOf(request: FastifyRequest): Dialect | undefined {
  const row = rowOf(request)
  if (!row) return dialectAt(pathOf(request.url))
  return row.dialect && dialects[row.dialect]
}
