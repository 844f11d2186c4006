import type { FastifyInstance } from 'fastify'

export type Reply = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response.
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

/** A response whose body is not text, such as a picture. */
export type BytesReply = Reply & { bytes: Buffer }

type Headers = Record<string, string>

/** A caller of the server that keeps cookies as a browser does. */
export type Browser = ReturnType<typeof openBrowser>

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function openBrowser(
  server: FastifyInstance,
  settings: { agent?: string; ip?: string } = {},
) {
  const cookies = new Map<string, string>()

  async function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    payload?: object | string,
    headers: Headers = {},
  ): Promise<BytesReply> {
    const reply = await server.inject({
      method,
      url,
      ...(payload !== undefined && { payload }),
      ...(settings.ip && { remoteAddress: settings.ip }),
      headers: {
        'user-agent': settings.agent ?? FIREFOX,
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    return {
      status: reply.statusCode,
      body: isJson && reply.body ? reply.json() : undefined,
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
    }
  }

  function cookieHeader(): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  return {
    cookies,
    send,
    get: (url: string, headers?: Headers) => send('GET', url, undefined, headers),
    post: (url: string, payload?: object | string, headers?: Headers) =>
      send('POST', url, payload, headers),
    delete: (url: string, headers?: Headers) => send('DELETE', url, undefined, headers),

    /** Signs in by name or address. */
    logIn: (login: string, password: string, headers?: Headers) =>
      send('POST', '/auth/login', { username_or_email: login, password }, headers),

    /** Refreshes as a page does: with its cookie and the CSRF header. */
    refresh: (headers: Headers = {}) =>
      send('POST', '/auth/refresh', undefined, {
        'x-csrf-token': cookies.get('portal_csrf') ?? '',
        ...headers,
      }),
  }
}

/** Makes the header of a signed-in caller. */
export function bearer(accessToken: string): Headers {
  return { authorization: `Bearer ${accessToken}` }
}

/** Summarizes a reply: the status, and the code of a refusal. */
export function outcome({ status, body }: Reply): string {
  return body?.error === undefined ? String(status) : `${status} ${body.error}`
}

/** Counts how often each outcome occurred. */
export function tally(replies: readonly Reply[]): Record<string, number> {
  const groups = Object.groupBy(replies, outcome)
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, group?.length ?? 0]),
  )
}

/** Parses a reply's Set-Cookie lines by name: the value, and the attributes in alphabetical order. */
export function setCookies(reply: Reply): Record<string, { value: string; attributes: string[] }> {
  const lines = [reply.headers['set-cookie'] ?? []].flat().map(String)
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, { value, attributes: attributes.sort() }]
    }),
  )
}
