import { type LauncherProtocol, protocolAt, protocols } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { endpointOf } from './endpoint-of.ts'
import { pathOf } from './record-requests.ts'

export function protocolOf(request: FastifyRequest): LauncherProtocol | undefined {
  const row = endpointOf(request)
  if (!row) return protocolAt(pathOf(request.url))
  return row.protocol && protocols[row.protocol]
}
