import { readRefusal } from './answers.ts'
import type { Reply } from './http-exchange.ts'
import type { SiteTrouble } from './site-trouble.ts'

/** What an answer that is not what was asked for means (launcher-module, Access: "unreachable"). */
export function troubleOf(reply: Reply): SiteTrouble {
  const { status } = reply
  const refusal = refusalOf(reply)
  if (status === 401 || status === 403) {
    return { kind: 'key', code: refusal?.code ?? `HTTP ${status}` }
  }
  if (status === 429) return { kind: 'pause', seconds: secondsOf(reply) }
  return refusal ? { kind: 'refusal', ...refusal } : unreadable(reply)
}

/** The code of a refusal in words of the contract; only a 4xx can be one. */
export function refusalOf(reply: Reply): { code: string; reason: string } | undefined {
  return reply.status >= 400 && reply.status < 500 ? readRefusal(jsonOf(reply)) : undefined
}

export function unreadable(reply: Reply): SiteTrouble {
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
    return undefined // it is no JSON: no reading will accept it
  }
}

/** What became of a connection, for the log. */
export function describe(error: unknown): string {
  // A name with several addresses fails with all their errors and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function secondsOf(reply: Reply): number | undefined {
  const header = reply.header('retry-after') ?? ''
  return /^\d{1,9}$/.test(header) ? Number(header) : undefined
}
