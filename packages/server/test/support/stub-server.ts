import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../../../scripts/test/free-port.ts'

/** Opens an external server: it responds with `answer` and stores every byte that it receives. */
export async function openStubServer(answer: RequestListener) {
  const received: Buffer[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  server.on('connection', (socket) =>
    socket.on('data', (chunk) =>
      received.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    received: () => Buffer.concat(received),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Returns an address with a closed port. */
export async function closedAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

/** Reads the whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks = await request.toArray()
  return Buffer.concat(chunks).toString('utf8')
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Ways in which a server fails to respond properly. */
export const MISBEHAVIOURS: Record<string, Answer> = {
  'sends nothing': () => undefined,
  'stops in the middle of its headers': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\nContent-Ty')
  },
  'stops in the middle of its body': (_request, response) => {
    response.write('{')
  },
  'hangs up before it answers': (request) => request.socket.destroy(),
  'hangs up in the middle of its body': (request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{', () => request.socket.destroy())
  },
  'speaks another protocol': (request) => request.socket.end('220 smtp.example.org ESMTP\r\n'),
  'fails with 500': (_request, response) => response.writeHead(500).end('{"success":true}'),
  'is busy with 429': (_request, response) => response.writeHead(429).end('{"success":false}'),
  'answers HTML': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in</p>')
  },
  'floods the caller': (_request, response) => {
    const line = `${'0'.repeat(35)}:1\r\n`.repeat(1000)
    const pour = (): void => {
      while (!response.destroyed && response.write(line));
    }
    response.on('drain', pour)
    pour()
  },
}
