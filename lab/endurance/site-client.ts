import type { LoginReply, Profile } from '@portal/contract'

/** A response; `status` is 0 without one. A body that is not JSON is omitted. */
export type SiteResponse = { status: number; body: Body; retryAfter?: string | null }

type Balance = { real: number }
type Body = Partial<LoginReply & Profile & Balance & { error: string }>

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  as?: string
  once?: string | undefined
  /** The address of the client; a new one by default. */
  from?: string
  json?: object
  skin?: Buffer
}

const RESPONSE_TIMEOUT = 30_000
let addresses = 0

/**
 * Sends a request as if through a proxy, from a new address, to stay below the limits per address. A
 * request with an API key is from this machine, which the key trusts.
 *
 * @param site a port of this machine, or an origin
 */
export async function ask(site: number | string, request: Request): Promise<SiteResponse> {
  const origin = typeof site === 'string' ? site : `http://127.0.0.1:${site}`
  try {
    const answer = await fetch(`${origin}${request.path}`, {
      ...sendable(request),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    })
    const { status, headers } = answer
    const isJson = headers.get('content-type')?.startsWith('application/json')
    const text = await answer.text()
    return { status, body: isJson ? JSON.parse(text) : {}, retryAfter: headers.get('retry-after') }
  } catch {
    return { status: 0, body: {} }
  }
}

function sendable({ method, as, once, from = newAddress(), json, skin }: Request): RequestInit {
  const headers = {
    ...(!as?.startsWith('Api-Key') && { 'X-Forwarded-For': from }),
    ...(as && { Authorization: as }),
    ...(once && { 'Idempotency-Key': once }),
    ...(json && { 'Content-Type': 'application/json' }),
  }
  if (json) return { method, headers, body: JSON.stringify(json) }
  return skin ? { method, headers, body: formOf(skin) } : { method, headers }
}

function formOf(skin: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(skin)], { type: 'image/png' }), 'skin.png')
  return form
}

/** Returns a new IPv4 address, because each has its own rate limits. */
export function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
