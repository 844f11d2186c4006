import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createKey } from '../../../src/integrations/api-keys/create-key.ts'
import type { Site } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { BOTH } from '../launcher/launcher-server.ts'

export type Received = { id: number; type: string; data: Record<string, unknown> }

/** Makes a key for this machine and lets the site listen. */
export async function openStreamSite(site: Site, instance = 0) {
  const server = site.instances[instance]?.server ?? site.server
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const wanted = { name: 'Plugin', permissions: BOTH, addresses: ['127.0.0.1'] }
  const { key, secret } = await createKey(site.app, { actor: 'command', ip: null }, wanted)
  const authorization = `Api-Key ${secret}`
  const path = '/auth/launcher/events'
  return {
    port,
    key,
    secret,
    open: (query = '', headers: Record<string, string> = {}) =>
      openStream(`http://127.0.0.1:${port}${path}${query}`, { ...headers, authorization }),
    /** Opens a stream through a proxy on this machine. */
    openThrough: (proxy: { port: number }) =>
      openStream(`http://127.0.0.1:${proxy.port}${path}`, { authorization }),
    /** Opens a stream without reading from it. */
    async openUnread() {
      const socket = connect(port, '127.0.0.1')
      const headers = `Host: localhost\r\nAuthorization: ${authorization}\r\n\r\n`
      socket.write(`GET ${path} HTTP/1.1\r\n${headers}`)
      await once(socket, 'readable')
      return { [Symbol.dispose]: () => socket.destroy() }
    },
  }
}

export type Stream = Awaited<ReturnType<typeof openStream>>

/** Follows a stream and collects its events. */
async function openStream(url: string, headers: Record<string, string>) {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const received: Received[] = []
  const state = { text: '', hasEnded: false, comments: 0 }
  const reading = read(response, (chunk) => {
    state.text += chunk
    const blocks = state.text.split('\n\n')
    state.text = blocks.pop() ?? ''
    received.push(...blocks.flatMap(readEvent))
    state.comments += blocks.filter((block) => block.startsWith(':')).length
  }).finally(() => {
    state.hasEnded = true
  })
  return {
    status: response.status,
    headers: response.headers,
    received,
    types: () => received.map(({ type }) => type),
    comments: () => state.comments,
    /** Waits until `count` events have arrived, and returns all of them. */
    async until(count: number): Promise<Received[]> {
      await waitUntil(() => received.length >= count)
      return received
    },
    ended: () => waitUntil(() => state.hasEnded),
    async [Symbol.asyncDispose]() {
      abort.abort()
      await reading
    },
  }
}

async function read(response: Response, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) take(decoder.decode(chunk, { stream: true }))
  } catch {
    // the test or the site closed the connection
  }
}

function readEvent(block: string): Received[] {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  if (!fields.data) return []
  return [{ id: Number(fields.id), type: fields.event ?? '', data: JSON.parse(fields.data) }]
}
