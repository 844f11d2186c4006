import type { Socket } from 'node:net'
import type { ErrorCode } from '@portal/contract'

type BrokenRequest = { status: string; error: ErrorCode; message: string }

const notHttp: BrokenRequest = {
  status: '400 Bad Request',
  error: 'request.invalid',
  message: 'This is not valid HTTP.',
}

/** Requests that Node could not parse, by Node's error code. */
const brokenRequests: Record<string, BrokenRequest> = {
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

/** Answers on the bare socket, because what Node cannot parse never becomes a request. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...body } = brokenRequests[error.code ?? ''] ?? notHttp
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
