import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from '../../../scripts/test/free-port.ts'
import { openPortal, type Portal, type PortalOptions } from '../src/portal.ts'

/** A request to the stand-in. */
export type Asked = {
  method: string
  /** Path and query, relative to `/auth/launcher/`. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A JSON response, or a function that responds itself. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | ((response: ServerResponse, socket: Socket) => void)

export type StandIn = Awaited<ReturnType<typeof openStandIn>>

export const STEVE = '11111111-2222-4333-8444-555555555555'
export const ALEX = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** A profile as the site sends it. */
export function profileOf(changes: Record<string, unknown> = {}) {
  return {
    uuid: STEVE,
    username: 'Steve',
    roles: ['default'],
    groups: [],
    permissions: ['launcher.build.survival'],
    banned: false,
    banReason: '',
    textures: {},
    ...changes,
  }
}

/** A refusal as launcher servers receive it. */
export function refusal(status: number, error: string, more: Record<string, unknown> = {}): Answer {
  return { status, json: { error, ...more } }
}

export const nobody = refusal(404, 'auth.usernotfound')

/**
 * An HTTP server in place of the site, for behavior that the real one never shows. Responds with
 * `answer`, which can be replaced, and records the requests.
 */
export async function openStandIn(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = []
  const standIn = { answer }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const question = {
      method: request.method ?? '',
      path: (request.url ?? '').replace('/auth/launcher/', ''),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(question)
    const reply = await standIn.answer(question)
    if (typeof reply === 'function') return reply(response, request.socket)
    const { status = 200, headers = {}, json } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(status === 304 ? undefined : JSON.stringify(json))
  })
  const port = await freePort() // reserved while the stand-in is stopped
  await listenAt(server, port)

  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    paths: () => asked.map(({ path }) => path),
    answers(next: (asked: Asked) => Answer | Promise<Answer>) {
      standIn.answer = next
    },
    /** Stops the server: connections break, and new ones are refused. */
    async leave() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    return: () => listenAt(server, port),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The library connected to a stand-in, with a clock moved by hand. */
export function openLibrary(
  site: { url: string },
  settings: Record<string, unknown> = {},
  options: PortalOptions = {},
): Portal & { wait: (duration: number) => void } {
  let now = 1_000_000
  const given = { url: site.url, apiKey: 'key-of-the-test', language: 'en', ...settings }
  const portal = openPortal(given, { language: 'en', now: () => now, ...options })
  return {
    ...portal,
    wait(duration) {
      now += duration
    },
  }
}

function listenAt(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
