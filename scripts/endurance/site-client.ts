import type { LoginReply, Profile } from '@portal/contract'

/** An answer; `status` is 0 if there was none. A body that is not JSON is left out. */
export type Answer = { status: number; body: Body }

/** The fields of answers that are used here. */
type Balance = { real: number }
type Body = Partial<LoginReply & Profile & Balance & { error: string }>

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  /** The value of the header `Authorization`. */
  as?: string
  json?: object
  skin?: Buffer
}

const PATIENCE = 30_000
let addresses = 0

/**
 * Sends a request as if through a proxy, from a new address, to stay below the limits per address. A
 * request with an API key comes from this machine, which the key trusts.
 */
export async function ask(port: number, request: Request): Promise<Answer> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, {
      ...sendable(request),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const text = await answer.text()
    return { status: answer.status, body: isJson ? JSON.parse(text) : {} }
  } catch {
    return { status: 0, body: {} }
  }
}

function sendable({ method, as, json, skin }: Request): RequestInit {
  const headers = {
    ...(!as?.startsWith('Api-Key') && { 'X-Forwarded-For': newAddress() }),
    ...(as && { Authorization: as }),
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

/** A new IPv4 address; each has its own limits. */
function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
