import type { Reply } from './http-exchange.ts'
import { readRefusal } from './parse-responses.ts'
import type { SiteFailure } from './site-failure.ts'

export function failureOf(reply: Reply): SiteFailure {
  const { status } = reply
  const refusal = refusalOf(reply)
  if (status === 401 || status === 403) {
    return { kind: 'key', code: refusal?.code ?? `HTTP ${status}` }
  }
  if (status === 429) return { kind: 'pause', seconds: secondsOf(reply) }
  return refusal ? { kind: 'refusal', ...refusal } : unreadableFailure(reply)
}

/** Reads a refusal of the contract, which only a 4xx can be. */
export function refusalOf(reply: Reply): { code: string; reason: string } | undefined {
  return reply.status >= 400 && reply.status < 500 ? readRefusal(jsonOf(reply)) : undefined
}

export function unreadableFailure(reply: Reply): SiteFailure {
  const location = reply.header('location')
  const leads = location === undefined ? '' : `, which leads to ${location}`
  const type = reply.header('content-type') ?? 'no content type'
  const detail = `HTTP ${reply.status}${leads}, ${reply.body.length} bytes of ${type}`
  return { kind: 'unreachable', detail }
}

export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(reply.body))
  } catch {
    return undefined // not JSON, so no parser accepts it
  }
}

export function describe(error: unknown): string {
  // for a host name with several addresses, there is an error per address and no common message
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function secondsOf(reply: Reply): number | undefined {
  const header = reply.header('retry-after') ?? ''
  return /^\d{1,9}$/.test(header) ? Number(header) : undefined
}
