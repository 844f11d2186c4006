import type { Language } from '../language.ts'
import type { Profile } from '../player/profile.ts'
import type { Settings } from '../settings/settings.ts'
import { describe, failureOf, jsonOf, refusalOf, unreadableFailure } from './failure-of.ts'
import { openHttpClient, type Reply } from './http-exchange.ts'
import {
  type News,
  type Parser,
  readLanguage,
  readNews,
  readProfile,
  readState,
  type SiteState,
} from './parse-responses.ts'
import { SiteError } from './site-error.ts'
import type { SiteFailure } from './site-failure.ts'

export type Credentials = { login: string; password: string; code?: string | undefined }

/** The result of a sign-in. A failure does not reveal whether login, password or code was wrong. */
export type SignIn =
  | { outcome: 'accepted'; profile: Profile }
  | { outcome: 'invalid-credentials' }
  | { outcome: 'two-factor-required' }

export type PlayerQuery = { uuid: string } | { username: string }

export type ConditionalProfile = { profile: Profile; etag: string }

/** Each call rejects only with a `SiteError`. */
export type SiteClient = {
  ping: () => Promise<SiteState>
  /** Returns the default language of the site's pages. `watch` is not called for this request. */
  findLanguage: () => Promise<Language>
  authenticate: (credentials: Credentials) => Promise<SignIn>
  /**
   * Finds a player; undefined if the site has none. With `conditional`, sends its ETag: an unchanged profile costs the
   * site less.
   */
  findPlayer: (
    query: PlayerQuery,
    conditional?: ConditionalProfile,
  ) => Promise<{ profile: Profile; etag: string | undefined } | undefined>
  listNews: (limit: number | undefined) => Promise<News>
  close: () => void
}

const LAUNCHER_API = '/auth/launcher/'

export type Watch = (trouble: SiteFailure | undefined) => void

export function openSiteClient(
  settings: Settings,
  language: () => Language,
  watch: Watch = () => undefined,
): SiteClient {
  const http = openHttpClient(settings.timeout)

  async function sendRequest({ method, path, body, etag }: SiteRequest): Promise<Reply> {
    const headers = {
      ...(path.startsWith(LAUNCHER_API) && { Authorization: `Api-Key ${settings.apiKey}` }),
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(etag !== undefined && { 'If-None-Match': etag }),
    }
    const url = `${settings.url}${path}`
    try {
      return await http.send({ method, url, headers, ...(body !== undefined && { body }) })
    } catch (error) {
      throw new SiteRequestError({ kind: 'unreachable', detail: describe(error) })
    }
  }

  async function withMessage<T>(work: Promise<T>, notify: Watch): Promise<T> {
    try {
      const result = await work
      notify(undefined)
      return result
    } catch (error) {
      if (!(error instanceof SiteRequestError)) throw error
      notify(error.trouble)
      throw new SiteError(error.trouble, language())
    }
  }

  return {
    ping: () => withMessage(ping(sendRequest), watch),
    findLanguage: () => withMessage(findLanguage(sendRequest), () => undefined),
    authenticate: (credentials) => withMessage(authenticate(sendRequest, credentials), watch),
    findPlayer: (query, conditional) =>
      withMessage(findPlayer(sendRequest, query, conditional), watch),
    listNews: (limit) => withMessage(listNews(sendRequest, limit), watch),
    close: http.close,
  }
}

/** `path` is relative to the site's address. Only the endpoints for launcher servers receive the key. */
type SiteRequest = { method: 'GET' | 'POST'; path: string; body?: string; etag?: string }
type SendRequest = (request: SiteRequest) => Promise<Reply>

/** A failure inside this file. Callers get it as a `SiteError` with a message for the player. */
class SiteRequestError extends Error {
  readonly trouble: SiteFailure

  constructor(trouble: SiteFailure) {
    super(trouble.kind)
    this.trouble = trouble
  }
}

const CREDENTIAL_FAILURES = ['auth.usernotfound', 'auth.wrongpassword', 'auth.wrong2fa']
/** Refusals of a sign-in that have the same status as refusals of the key. */
const PLAYER_REFUSALS = [
  'auth.userblocked',
  'auth.usernotactivated',
  'auth.passwordchangerequired',
  'auth.consentrequired',
]

async function ping(sendRequest: SendRequest): Promise<SiteState> {
  return contentOf(await sendRequest({ method: 'GET', path: `${LAUNCHER_API}ping` }), readState)
}

async function findLanguage(sendRequest: SendRequest): Promise<Language> {
  return contentOf(await sendRequest({ method: 'GET', path: '/config' }), readLanguage)
}

async function authenticate(
  sendRequest: SendRequest,
  { login, password, code }: Credentials,
): Promise<SignIn> {
  const body = JSON.stringify({ login, password, ...(code && { totp: code }) })
  const reply = await sendRequest({ method: 'POST', path: `${LAUNCHER_API}authenticate`, body })
  const refusal = refusalOf(reply)
  if (refusal && CREDENTIAL_FAILURES.includes(refusal.code))
    return { outcome: 'invalid-credentials' }
  if (refusal?.code === 'auth.require2fa') return { outcome: 'two-factor-required' }
  if (refusal && PLAYER_REFUSALS.includes(refusal.code)) {
    throw new SiteRequestError({ kind: 'refusal', ...refusal })
  }
  return { outcome: 'accepted', profile: contentOf(reply, readProfile) }
}

async function findPlayer(
  sendRequest: SendRequest,
  query: PlayerQuery,
  conditional: ConditionalProfile | undefined,
) {
  const path = `${LAUNCHER_API}user?${new URLSearchParams(query)}`
  const reply = await sendRequest({
    method: 'GET',
    path,
    ...(conditional && { etag: conditional.etag }),
  })
  if (reply.status === 304 && conditional) return conditional
  if (refusalOf(reply)?.code === 'auth.usernotfound') return undefined
  return { profile: contentOf(reply, readProfile), etag: reply.header('etag') }
}

async function listNews(sendRequest: SendRequest, limit: number | undefined): Promise<News> {
  const path = `${LAUNCHER_API}news${limit === undefined ? '' : `?limit=${limit}`}`
  return contentOf(await sendRequest({ method: 'GET', path }), readNews)
}

function contentOf<T>(reply: Reply, parse: Parser<T>): T {
  if (reply.status !== 200) throw new SiteRequestError(failureOf(reply))
  const content = parse(jsonOf(reply))
  if (content === undefined) throw new SiteRequestError(unreadableFailure(reply))
  return content
}
