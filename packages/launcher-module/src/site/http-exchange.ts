import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** More than any answer of the site; whoever sends more is not the site. */
const LARGEST_BODY = 8 * 1024 * 1024
/** The longest timer of Node. */
const LONGEST_TIMER = 2 ** 31 - 1

export type Exchange = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export type Reply = {
  status: number
  header: (name: string) => string | undefined
  body: Buffer
}

export type HttpClient = {
  /** @throws Error that says what happened to the connection. */
  send: (exchange: Exchange) => Promise<Reply>
  close: () => void
}

/**
 * Sends requests. Each must be answered in full within `timeout` milliseconds; 0 means no limit.
 * Redirects are not followed, because the API key is for one address.
 */
export function openHttpClient(timeout: number): HttpClient {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  }
  return {
    send: (exchange) => sendWithin(timeout, exchange, agents),
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Agents = { 'http:': HttpAgent; 'https:': HttpsAgent }

async function sendWithin(timeout: number, exchange: Exchange, agents: Agents): Promise<Reply> {
  const cutOff = new AbortController()
  const timer =
    timeout > 0
      ? setTimeout(() => cutOff.abort(), Math.min(Math.max(timeout, 1), LONGEST_TIMER))
      : undefined
  try {
    return await sendTwice(exchange, agents, cutOff.signal)
  } catch (error) {
    if (cutOff.signal.aborted) throw new Error(`no full answer within ${timeout} ms`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The site may close a kept-alive connection just as it is used again; a GET is then sent once more.
 * A sign-in is not, as the site may already have counted it, and has a connection of its own.
 */
async function sendTwice(exchange: Exchange, agents: Agents, signal: AbortSignal): Promise<Reply> {
  const first = { keptConnection: false }
  try {
    return await send(exchange, agents, signal, first)
  } catch (error) {
    if (!first.keptConnection || signal.aborted) throw error
    return send(exchange, agents, signal, first)
  }
}

function send(
  exchange: Exchange,
  agents: Agents,
  signal: AbortSignal,
  notes: { keptConnection: boolean },
): Promise<Reply> {
  const url = new URL(exchange.url)
  const secure = url.protocol === 'https:'
  const { method, headers, body } = exchange
  const agent = method === 'POST' ? false : secure ? agents['https:'] : agents['http:']

  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(
      url,
      { method, headers, agent, signal },
      (response) => {
        readBody(response).then(
          (bytes) => resolve(replyOf(response, bytes)),
          (error: unknown) => {
            request.destroy()
            reject(error)
          },
        )
      },
    )
    request.on('error', (error) => {
      notes.keptConnection = request.reusedSocket
      reject(error)
    })
    request.end(body)
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > LARGEST_BODY) throw new Error(`answer of more than ${LARGEST_BODY} bytes`)
  }
  return Buffer.concat(chunks)
}

function replyOf(response: IncomingMessage, body: Buffer): Reply {
  return {
    status: response.statusCode ?? 0,
    header(name) {
      const value = response.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body,
  }
}
