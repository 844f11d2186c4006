import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Answer, Bounds } from './fetch-text.ts'
import { InsideHost, publicLookup, refuseInside } from './public-host.ts'

type Question = {
  headers: Record<string, string>
  body: string
  /** Whether the environment names the host: then it may be inside, and without TLS. */
  isAllowedInside: boolean
}

/**
 * Posts to a server whose address is only a setting. Each question has a connection of its own, whose address is
 * checked when it is made. It follows no redirect.
 *
 * @throws InsideHost; Error of the network, or when the answer exceeds the bounds; see `failureOf`
 */
export async function postText(
  url: string,
  { headers, body, isAllowedInside }: Question,
  { budget, sizeBytes }: Bounds,
): Promise<Answer> {
  const target = new URL(url)
  const isSealed = target.protocol === 'https:'
  if (!isAllowedInside) {
    if (!isSealed) throw new InsideHost(`${target.hostname} is asked without TLS`)
    refuseInside(target.hostname)
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
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop hangs up
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}
