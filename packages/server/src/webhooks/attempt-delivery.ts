import type { IncomingHttpHeaders } from 'node:http'
import type { EventEnvelope } from '@portal/contract/event-types'
import type { App } from '../app.ts'
import type { LimitedResponse } from '../integrations/discord/rate-limits.ts'
import { DAY, SECOND, stopwatch } from '../platform/clock.ts'
import { failureOf } from '../platform/outbound/fetch-text.ts'
import { guardedPost } from '../platform/outbound/guarded-post.ts'
import { allowedHostsOf } from '../settings/allowed-hosts.ts'
import { writeBody } from './formats.ts'
import { signatureOf } from './signature.ts'
import { secretContext, type Webhook } from './webhook.ts'

const LIMITS = { budget: 10 * SECOND, sizeBytes: 1024 }

export type Attempt = {
  isDelivered: boolean
  /** The HTTP status of the response; null without a response. */
  status: number | null
  /** How long the request took, in milliseconds. */
  duration: number
  /** The beginning of the response body, or why there was no response. */
  answer: string
  /** When the receiver allows the next attempt (`Retry-After`); undefined if it did not say. */
  retryAt: number | undefined
  /** The response with Discord's rate limit headers; undefined without a response. */
  response: LimitedResponse | undefined
}

type Deps = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'settings' | 'version'>

/** Sends an event to a webhook once. Only a 2xx status counts as delivered. */
export async function attemptDelivery(
  app: Deps,
  webhook: Webhook,
  event: EventEnvelope,
  signal?: AbortSignal,
): Promise<Attempt> {
  const body = await writeBody(app, webhook, event)
  const timestamp = Math.floor(app.clock.now() / SECOND)
  const secrets = await secretsOf(app, webhook)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Portal/${app.version}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, { id: event.id, timestamp, body }),
  }
  const elapsed = stopwatch()
  try {
    const allowedHosts = allowedHostsOf(await app.settings.read())
    const request = { headers, body, allowedHosts, ...(signal && { signal }) }
    const { status, text, headers: received } = await guardedPost(webhook.url, request, LIMITS)
    return {
      isDelivered: status >= 200 && status < 300,
      status,
      duration: Math.round(elapsed()),
      answer: text.replaceAll('\u0000', ''),
      retryAt: readRetryAfter(received['retry-after'], app.clock.now()),
      response: { status, headers: headersOf(received), body: parsed(text) },
    }
  } catch (error) {
    const failed = { isDelivered: false, status: null, retryAt: undefined, response: undefined }
    return { ...failed, duration: Math.round(elapsed()), answer: failureOf(error) }
  }
}

async function secretsOf({ clock, keys }: Deps, webhook: Webhook): Promise<string[]> {
  const { formerSecretSealed, formerSecretUntil } = webhook
  const isFormerValid = formerSecretUntil !== null && formerSecretUntil > clock.now()
  const sealed = [
    webhook.secretSealed,
    ...(isFormerValid && formerSecretSealed ? [formerSecretSealed] : []),
  ]
  const context = secretContext(webhook.id)
  return Promise.all(sealed.map(async (secret) => (await keys.unseal(context, secret)).toString()))
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const single = Object.entries(received).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Headers(single)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Returns the instant that `Retry-After` names as a number of seconds or an HTTP date (RFC 9110, 10.2.3), at most a day
 * from now; undefined if it names none.
 */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const at = /^\d+(\.\d+)?$/.test(text) ? now + Number(text) * SECOND : Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.min(Math.ceil(at), now + DAY)
}
