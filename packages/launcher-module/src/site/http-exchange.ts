import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** Maximum size of a response body. No response of the site is larger. */
const MAX_BODY_BYTES = 8 * 1024 * 1024
/** The longest timer of Node, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

export type HttpRequest = {
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
  send: (outgoing: HttpRequest) => Promise<Reply>
  close: () => void
}

/**
 * Opens a client that requires a full response within `timeout` ms; 0 means no limit. Follows no redirect, because the
 * API key must not be sent to another URL.
 */
export function openHttpClient(timeout: number): HttpClient {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  }
  return {
    send: (outgoing) => sendWithTimeout(timeout, outgoing, agents),
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Agents = { 'http:': HttpAgent; 'https:': HttpsAgent }

async function sendWithTimeout(
  timeout: number,
  outgoing: HttpRequest,
  agents: Agents,
): Promise<Reply> {
  const cutOff = new AbortController()
  const timer =
    timeout > 0
      ? setTimeout(() => cutOff.abort(), Math.min(Math.max(timeout, 1), MAX_TIMER))
      : undefined
  try {
    return await sendWithRetry(outgoing, agents, cutOff.signal)
  } catch (error) {
    if (cutOff.signal.aborted) throw new Error(`no full answer within ${timeout} ms`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends a request. The site may close a kept-alive connection just as it is reused; a GET is then sent again. A sign-in
 * is not, because the site may already have counted it.
 */
async function sendWithRetry(
  outgoing: HttpRequest,
  agents: Agents,
  signal: AbortSignal,
): Promise<Reply> {
  const first = { keptConnection: false }
  try {
    return await send(outgoing, agents, signal, first)
  } catch (error) {
    if (!first.keptConnection || signal.aborted) throw error
    return send(outgoing, agents, signal, first)
  }
}

function send(
  outgoing: HttpRequest,
  agents: Agents,
  signal: AbortSignal,
  notes: { keptConnection: boolean },
): Promise<Reply> {
  const url = new URL(outgoing.url)
  const secure = url.protocol === 'https:'
  const { method, headers, body } = outgoing
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
    if (sizeBytes > MAX_BODY_BYTES) throw new Error(`answer of more than ${MAX_BODY_BYTES} bytes`)
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
