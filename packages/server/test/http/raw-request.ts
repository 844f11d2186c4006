import { connect, type Socket } from 'node:net'
import { PASSWORD } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The body of a registration of Steve. */
export const STEVE = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }

/** Sends the head of a POST, so that the server waits for the body. */
export async function openSlowRequest(port: number, path: string, payload: object) {
  const body = JSON.stringify(payload)
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await waitUntil(() => reply.startsWith('HTTP/1.1 100 '))
  return {
    async finish(): Promise<string> {
      reply = ''
      socket.write(body)
      await closed(socket)
      return reply
    },
  }
}

/** Sends a sign-in with this body and returns the response. Without a body, sends bytes that are not HTTP. */
export async function sendRaw(port: number, body: string | undefined): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  const head = 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close'
  const type = 'Content-Type: application/json'
  if (body === undefined)
    socket.write('BrokenSecret1\r\nCookie: portal_refresh=BrokenSecret1\r\n\r\n')
  else socket.write(`${head}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await closed(socket)
  return reply
}

async function closed(socket: Socket): Promise<void> {
  await new Promise((resolve) => socket.once('close', resolve))
}

/** Whether the port no longer accepts connections. */
export async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(false))
  socket.once('error', () => resolve(true))
  const refused = await promise
  socket.destroy()
  return refused
}
