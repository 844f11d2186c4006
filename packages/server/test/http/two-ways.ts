import { once } from 'node:events'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

/* The two ways to a hot route: the short one, which only a real port has, and that of any other route. */

export const HERE = '127.0.0.1'

/** Headers that belong to one answer or to one connection. */
const OF_THE_WIRE = ['connection', 'date', 'keep-alive', 'x-request-id', 'transfer-encoding']

export type Request = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ host: HERE, port: 0 })
  const { port } = server.server.address() as AddressInfo
  return port
}

/** Sends a request to the real port: the only way to the short way of hot routes. */
export async function onTheWire(port: number, { body, ...request }: Request) {
  const asked = ask({ host: HERE, port, agent: false, ...request })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  return told(answer.statusCode, answer.headers, await buffer(answer))
}

/** Sends a request to Fastify itself. */
export async function inside(
  server: FastifyInstance,
  { method, path, headers = {}, body }: Request,
) {
  const answer = await server.inject({
    method: method as 'GET',
    url: path,
    headers: { host: 'localhost', ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return told(answer.statusCode, answer.headers, answer.rawPayload)
}

function told(status: number, headers: object, body: Buffer) {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_WIRE.includes(name))
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: body.toString('base64'),
  }
}
