import type { LoginReply, Profile } from '@portal/contract'

/** An answer; `status` is 0 when there was none. A body that is no JSON is left out. */
export type Answer = { status: number; body: Body }

/** What is read of answers here. */
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
 * Sends one request, as if by a proxy from an address that nobody used, so that no limit by address
 * is met; a launcher server (`as` an API key) comes from this machine, which its key trusts.
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

/** Of IPv4, whose every address has its own limits. */
function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
