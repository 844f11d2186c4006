import type { IncomingMessage, ServerResponse } from 'node:http'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { createWebhook } from '../../src/webhooks/change-webhook.ts'
import type { Site } from '../support/site.ts'
import { bodyOf, openStubServer } from '../support/stub-server.ts'

export type Embed = {
  title?: string
  description?: string
  url?: string
  timestamp?: string
  color?: number
  thumbnail?: { url: string }
}

export type Message = {
  content?: string
  embeds?: Embed[]
  allowed_mentions?: { parse?: string[] }
}

type Refusal = { status: number; body: object; headers?: Record<string, string> }

const PATH = '/api/webhooks/800000000000000009/token_of-the-channel'

/**
 * Opens a server with a webhook of one channel that behaves as Discord's documents "Webhook Resource" (Execute Webhook),
 * "Message Resource" (Embed Limits, Allowed Mentions), "Rate Limits" and "Opcodes and Status Codes" describe.
 */
export async function openChannel(now: () => number = Date.now) {
  const messages: Message[] = []
  const requestedAt: number[] = []
  const refusals: Refusal[] = []
  const limits: { remaining: number; resetAfter: number }[] = []

  const server = await openStubServer(async (request, response) => {
    const body = await bodyOf(request)
    requestedAt.push(now())
    answer(request, response, body)
  })

  function answer(request: IncomingMessage, response: ServerResponse, body: string): unknown {
    const send = ({ status, body, headers = {} }: Refusal) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
    if (request.method !== 'POST' || request.url !== PATH) {
      return send({ status: 404, body: { message: 'Unknown Webhook', code: 10015 } })
    }
    const refusal = refusals.shift()
    if (refusal) return send(refusal)
    const message: Message = JSON.parse(body)
    const problems = problemsOf(message)
    if (problems.length > 0) {
      return send({
        status: 400,
        body: { message: 'Invalid Form Body', code: 50035, errors: problems },
      })
    }
    messages.push(message)
    const limit = limits.shift() ?? { remaining: 4, resetAfter: 2 }
    return response
      .writeHead(204, {
        'x-ratelimit-bucket': 'channel',
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': String(limit.remaining),
        'x-ratelimit-reset-after': String(limit.resetAfter),
      })
      .end()
  }

  return {
    url: server.url + PATH,
    messages,
    /** The instant of each request. */
    requestedAt,
    /** Answers the next request with a refusal. */
    refuse: (refusal: Refusal) => void refusals.push(refusal),
    /** Announces limits with the next messages. */
    announce: (limit: { remaining: number; resetAfter: number }) => void limits.push(limit),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Creates a webhook for a channel and starts to send. */
export async function addChannel(site: Site, url: string): Promise<string> {
  const wanted = { name: 'Channel', url, format: 'discord' } as const
  const { webhook } = await createWebhook(site.app, COMMAND_LINE, wanted)
  for (const { app } of site.instances) await app.webhooks.start()
  return webhook.id
}

export function rateLimited(seconds: number): Refusal {
  return {
    status: 429,
    headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'shared' },
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  }
}

function problemsOf({ content, embeds, allowed_mentions: mentions }: Message): string[] {
  const problems: string[] = []
  const refuse = (is: boolean, problem: string): void => {
    if (is) problems.push(problem)
  }
  refuse(!content && !embeds?.length, 'Cannot send an empty message')
  refuse((content?.length ?? 0) > 2000, 'content')
  refuse((embeds?.length ?? 0) > 10, 'embeds')
  refuse(!(mentions?.parse ?? []).every((kind) => MENTIONS.includes(kind)), 'allowed_mentions')
  let characters = 0
  for (const embed of embeds ?? []) {
    const { title = '', description = '', url, timestamp, color, thumbnail } = embed
    characters += title.length + description.length
    refuse(title.length > 256, 'title')
    refuse(description.length > 4096, 'description')
    refuse(color !== undefined && !(Number.isInteger(color) && color <= 0xffffff), 'color')
    refuse(timestamp !== undefined && Number.isNaN(Date.parse(timestamp)), 'timestamp')
    for (const address of [url, thumbnail?.url]) {
      refuse(address !== undefined && !isAddress(address), `Not a well formed URL: ${address}`)
    }
  }
  refuse(characters > 6000, 'Embed size exceeds maximum size of 6000')
  return problems
}

const MENTIONS = ['roles', 'users', 'everyone']

/** Discord accepts only http and https with a host of the internet. */
function isAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && hostname.includes('.')
}
