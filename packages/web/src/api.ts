import paths from 'virtual:contract-paths'
import type { ErrorCode, endpoints, ProofPart } from '@portal/contract'
import type { Static, TSchema } from 'typebox'
import { locale } from './i18n/i18n.ts'

type Rows = typeof endpoints
export type RowName = keyof Rows
export type Reply<Name extends RowName> = Static<Rows[Name]['reply']>

type Part<Row, Key extends string> = Row extends { [K in Key]: infer Schema }
  ? Schema extends TSchema
    ? { [K in Key]: Static<Schema> }
    : unknown
  : unknown

type Body<Row> = Row extends { upload: true }
  ? { file: FormData; onProgress?: (part: number) => void }
  : Row extends { bodyOptional: true }
    ? Partial<Part<Row, 'body'>>
    : Part<Row, 'body'>

/**
 * The input of a row: exactly the parts it names, a captcha token if the site needs one, and the key of
 * what is made (docs/contract.md#once).
 */
export type Ask<Name extends RowName> = Part<Rows[Name], 'params'> &
  Part<Rows[Name], 'query'> &
  Body<Rows[Name]> & { captcha?: string } & (Rows[Name] extends { once: true }
    ? { key?: string }
    : unknown)

/** A refusal of the site. Its message is already in the reader's language. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly { field: string; message: string }[]
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** What may prove who is signed in; the parts of one list go together. */
  readonly proofs: readonly (readonly ProofPart[])[]

  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? '')
    this.code = body.error ?? 'internal'
    this.status = status
    this.fields = body.fields ?? []
    this.retryAfter = body.retryAfter
    this.proofs = body.proofs ?? []
  }
}

type RefusalBody = {
  error: ErrorCode
  message: string
  fields: { field: string; message: string }[]
  retryAfter: number
  proofs: ProofPart[][]
}

/** The site did not answer: the network is down, or the site is restarting. */
export class Unreachable extends Error {}

/**
 * Sends a request once. It does not renew an expired access token; `call` in session.ts does.
 *
 * @throws Refusal, Unreachable
 */
export async function send<Name extends RowName>(
  name: Name,
  ask: Ask<Name>,
  accessToken: string | undefined,
): Promise<Reply<Name>> {
  const response = await request(name, ask, accessToken)
  const reply = response.status === 204 ? null : await response.json().catch(() => ({}))
  return reply
}

/**
 * Does the same for a row whose answer is a file.
 *
 * @throws Refusal, Unreachable
 */
export async function request<Name extends RowName>(
  name: Name,
  ask: Ask<Name>,
  accessToken: string | undefined,
): Promise<Response> {
  const { method, url } = addressOf(await rowOf(name), ask)
  const headers = headersOf(ask, accessToken)
  const response = await answerTo({ method, url, headers }, ask).catch(() => {
    throw new Unreachable()
  })
  if (response.ok) return response
  const refusal = await response.json().catch(() => ({}))
  const retryAfter = Number(response.headers.get('retry-after')) || undefined // a proxy has no body
  throw new Refusal(response.status, { ...(retryAfter && { retryAfter }), ...refusal })
}

async function answerTo(
  { url, ...request }: { method: string; url: string; headers: Record<string, string> },
  ask: AnyAsk,
): Promise<Response> {
  if (ask.file && ask.onProgress) {
    const { sendFile } = await import('./send-file.ts') // nobody needs it to sign in
    return sendFile({ ...request, url, form: ask.file, onProgress: ask.onProgress })
  }
  return fetch(url, { ...request, body: bodyOf(ask), credentials: 'same-origin' })
}

/** The input of any row. */
type AnyAsk = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  captcha?: string
  key?: string
  file?: FormData
  onProgress?: (part: number) => void
}

/** The method and path of a row; those of the account and of the panel are loaded when the first is asked. */
async function rowOf(name: string): Promise<string> {
  try {
    return (
      paths[name] ??
      (await import('virtual:contract-paths/account')).default[name] ??
      (await import('virtual:contract-paths/panel')).default[name] ??
      ''
    )
  } catch {
    throw new Unreachable()
  }
}

function addressOf(row: string, ask: AnyAsk): { method: string; url: string } {
  const [method = 'GET', path = '/'] = row.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(ask.params?.[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined && value !== '') query.set(key, value)
  }
  return { method, url: query.size > 0 ? `${filled}?${query}` : filled }
}

function headersOf(ask: AnyAsk, accessToken: string | undefined): Record<string, string> {
  const csrf = /(?:^|; )portal_csrf=([^;]*)/.exec(document.cookie)?.[1]
  return {
    'Accept-Language': locale.value,
    ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    ...(csrf && { 'X-CSRF-Token': csrf }),
    ...(ask.captcha && { captcha: ask.captcha }),
    ...(ask.key && { 'Idempotency-Key': ask.key }),
    ...(ask.body !== undefined && { 'Content-Type': 'application/json' }),
  }
}

function bodyOf({ body, file }: AnyAsk): BodyInit | null {
  if (file) return file
  return body === undefined ? null : JSON.stringify(body)
}
