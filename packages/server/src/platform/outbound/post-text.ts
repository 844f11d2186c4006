import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutboundLimits, TextResponse } from './fetch-text.ts'
import { PrivateHostError, publicLookup, refusePrivateHost } from './public-host.ts'

type PostRequest = {
  headers: Record<string, string>
  body: string
  /** Whether the environment names the host. It may then have a private address and no TLS. */
  isAllowedInside: boolean
}

/**
 * Sends a POST to a server whose address is a setting, and reads the response as text. Checks the IP address when it
 * connects. Follows no redirect.
 * @throws PrivateHostError; the errors of `fetchText`
 */
export async function postText(
  url: string,
  { headers, body, isAllowedInside }: PostRequest,
  { budget, sizeBytes }: OutboundLimits,
): Promise<TextResponse> {
  const target = new URL(url)
  const isSealed = target.protocol === 'https:'
  if (!isAllowedInside) {
    if (!isSealed) throw new PrivateHostError(`${target.hostname} is asked without TLS`)
    refusePrivateHost(target.hostname)
  }
  const signal = AbortSignal.timeout(budget)
  const sent = (isSealed ? requestHttps : requestHttp)(target, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent: false,
    signal,
    ...(!isAllowedInside && { lookup: publicLookup }),
  })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (!response) throw new Error('there is no answer')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop closes the connection
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}
