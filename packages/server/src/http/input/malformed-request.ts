import type { Socket } from 'node:net'
import type { ErrorCode } from '@portal/contract'

type MalformedRequest = { status: string; error: ErrorCode; message: string }

const notHttp: MalformedRequest = {
  status: '400 Bad Request',
  error: 'request.invalid',
  message: 'This is not valid HTTP.',
}

const malformedRequests: Record<string, MalformedRequest> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'request.toolarge',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'request.invalid',
    message: 'The request took too long to arrive.',
  },
}

/**
 * Sends the error for input that Node cannot parse. It writes to the bare socket, because for such input Node makes no
 * request object.
 */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...body } = malformedRequests[error.code ?? ''] ?? notHttp
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
