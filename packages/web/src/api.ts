import paths from 'virtual:contract-paths'
import type { ErrorCode, endpoints, ReauthenticationFactor } from '@portal/contract'
import type { Static, TSchema } from 'typebox'
import { locale } from './i18n/i18n.ts'

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type Reply<Name extends EndpointName> = Static<Endpoints[Name]['reply']>

type InputPart<E, Key extends string> = E extends { [K in Key]: infer Schema }
  ? Schema extends TSchema
    ? { [K in Key]: Static<Schema> }
    : unknown
  : unknown

type Body<E> = E extends { upload: true }
  ? { file: FormData; onProgress?: (part: number) => void }
  : E extends { bodyOptional: true }
    ? Partial<InputPart<E, 'body'>>
    : InputPart<E, 'body'>

/**
 * The input of an endpoint: the parts that it names, a captcha token if the site needs one, and the idempotency key
 * (docs/contract.md#idempotent-requests).
 */
export type RequestInput<Name extends EndpointName> = InputPart<Endpoints[Name], 'params'> &
  InputPart<Endpoints[Name], 'query'> &
  Body<Endpoints[Name]> & { captcha?: string } & (Endpoints[Name] extends { idempotent: true }
    ? { key?: string }
    : unknown)

/** A refusal by the site. Its message is in the reader's language. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly { field: string; message: string }[]
  readonly retryAfter: number | undefined
  /** The ways to confirm the player's identity. All factors of one list are required together. */
  readonly proofs: readonly (readonly ReauthenticationFactor[])[]

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
  proofs: ReauthenticationFactor[][]
}

/** There was no response: the network is down, or the site is restarting. */
export class Unreachable extends Error {}

/**
 * Sends a request once. Does not renew an expired access token: `call` in session.ts does.
 *
 * @throws Refusal, Unreachable
 */
export async function send<Name extends EndpointName>(
  name: Name,
  input: RequestInput<Name>,
  accessToken: string | undefined,
): Promise<Reply<Name>> {
  const response = await request(name, input, accessToken)
  const isCsv = /csv/.test(response.headers.get('content-type') ?? '')
  const content = () => (isCsv ? response.text() : response.json())
  const reply = response.status === 204 ? null : await content().catch(() => ({}))
  return reply
}

/**
 * Sends a request whose response is a file.
 *
 * @throws Refusal, Unreachable
 */
export async function request<Name extends EndpointName>(
  name: Name,
  input: RequestInput<Name>,
  accessToken: string | undefined,
): Promise<Response> {
  const { method, url } = requestTarget(await endpointLine(name), input)
  const headers = headersOf(input, accessToken)
  const response = await fetchResponse({ method, url, headers }, input).catch(() => {
    throw new Unreachable()
  })
  if (response.ok) return response
  const refusal = await response.json().catch(() => ({}))
  const retryAfter = Number(response.headers.get('retry-after')) || undefined // a proxy's error has no JSON body
  throw new Refusal(response.status, { ...(retryAfter && { retryAfter }), ...refusal })
}

async function fetchResponse(
  { url, ...request }: { method: string; url: string; headers: Record<string, string> },
  input: AnyInput,
): Promise<Response> {
  if (input.file && input.onProgress) {
    const { sendFile } = await import('./send-file.ts') // loaded on demand: sign-in does not need it
    return sendFile({ ...request, url, form: input.file, onProgress: input.onProgress })
  }
  return fetch(url, { ...request, body: bodyOf(input), credentials: 'same-origin' })
}

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  captcha?: string
  key?: string
  file?: FormData
  onProgress?: (part: number) => void
}

/** Returns the method and path of an endpoint. The lists of account and panel endpoints load at first use. */
async function endpointLine(name: string): Promise<string> {
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

function requestTarget(line: string, input: AnyInput): { method: string; url: string } {
  const [method = 'GET', path = '/'] = line.split(' ')
  const filledPath = path.replace(/:(\w+)/g, (_, key) =>
    encodeURIComponent(input.params?.[key] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(key, value)
  }
  return { method, url: query.size > 0 ? `${filledPath}?${query}` : filledPath }
}

function headersOf(input: AnyInput, accessToken: string | undefined): Record<string, string> {
  const csrf = /(?:^|; )portal_csrf=([^;]*)/.exec(document.cookie)?.[1]
  return {
    'Accept-Language': locale.value,
    ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    ...(csrf && { 'X-CSRF-Token': csrf }),
    ...(input.captcha && { captcha: input.captcha }),
    ...(input.key && { 'Idempotency-Key': input.key }),
    ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
  }
}

function bodyOf({ body, file }: AnyInput): BodyInit | null {
  if (file) return file
  return body === undefined ? null : JSON.stringify(body)
}
