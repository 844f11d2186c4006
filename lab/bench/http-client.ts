import { connect } from 'node:net'

export type HttpResponse = { status: number; body: string }

/** A kept-alive connection for one request at a time, without pipelining. */
export type Connection = {
  /** Sends a complete HTTP/1.1 request, as `writeRequest` makes it. */
  send(request: string): Promise<HttpResponse>
  close(): void
}

type PendingResponse = { resolve(answer: HttpResponse): void; reject(error: unknown): void }

const READ_BYTES = 64 * 1024
const RESPONSE_TIMEOUT = 15_000

/**
 * Opens a connection to a port of this machine. The client shares the machine with the measured site, so it uses bare
 * sockets with one read buffer per connection, which costs less than a general client. It supports only responses with
 * a Content-Length, which all measured responses have.
 */
export function openConnection(port: number): Promise<Connection> {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const opened = Promise.withResolvers<Connection>()
  let waiting: PendingResponse | undefined
  let received = ''
  let expected: number | undefined // the length of the current answer, once its head is here

  const read = (count: number): boolean => {
    received += buffer.toString('latin1', 0, count) // one character per byte; answers here are ASCII
    try {
      expected ??= lengthOf(received)
      if (expected !== undefined && received.length >= expected && waiting) {
        const { resolve } = waiting
        const answer = parseAnswer(received)
        waiting = undefined
        expected = undefined
        received = ''
        resolve(answer)
      }
    } catch (error) {
      fail(error)
      socket.destroy()
    }
    return true
  }
  const fail = (error: unknown): void => {
    opened.reject(error)
    waiting?.reject(error)
    waiting = undefined
  }

  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: { buffer, callback: read },
  })
  socket.setTimeout(RESPONSE_TIMEOUT, () => {
    if (waiting) socket.destroy(new Error(`no answer within ${RESPONSE_TIMEOUT / 1000} s`))
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('connect', () =>
    opened.resolve({
      send(request) {
        const asked = Promise.withResolvers<HttpResponse>()
        waiting = asked
        if (socket.destroyed) fail(new Error('the server closed a connection'))
        else socket.write(request, 'latin1')
        return asked.promise
      },
      close: () => void socket.destroy(),
    }),
  )
  return opened.promise
}

/** Returns the text of a request. An object in `body` becomes JSON. */
export function writeRequest(
  line: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  parts: { headers?: Record<string, string>; body?: object } = {},
): string {
  const body = parts.body ? JSON.stringify(parts.body) : ''
  const headers = {
    Host: 'localhost',
    'User-Agent': 'PortalBench/1.0',
    ...parts.headers,
    ...(parts.body && {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns the length of a response with its head; undefined until the head is complete. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const status = statusOf(text)
  const length =
    status === 204 || status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error('answer without Content-Length')
  return head + 4 + Number(length)
}

function parseAnswer(text: string): HttpResponse {
  return { status: statusOf(text), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

function statusOf(text: string): number {
  return Number(text.slice(9, 12))
}
