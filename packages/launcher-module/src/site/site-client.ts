import type { Language } from '../language.ts'
import type { Profile } from '../player/profile.ts'
import type { Settings } from '../settings/settings.ts'
import {
  type News,
  type Reading,
  readLanguage,
  readNews,
  readProfile,
  readState,
  type SiteState,
} from './answers.ts'
import { openHttpClient, type Reply } from './http-exchange.ts'
import { SiteError } from './site-error.ts'
import type { SiteTrouble } from './site-trouble.ts'
import { describe, jsonOf, refusalOf, troubleOf, unreadable } from './trouble-of.ts'

export type Credentials = { login: string; password: string; code?: string | undefined }

/** A miss does not tell the player whether login, password or code was wrong. */
export type SignIn =
  | { outcome: 'accepted'; profile: Profile }
  | { outcome: 'invalid-credentials' }
  | { outcome: 'two-factor-required' }

/** How a request names a player. */
export type PlayerQuery = { uuid: string } | { username: string }

/** A known profile and its ETag, for a conditional request. */
export type Renewal = { profile: Profile; etag: string }

/**
 * The four endpoints for launcher servers, and one for everybody. Each rejects only with a
 * `SiteError`.
 */
export type SiteClient = {
  ping: () => Promise<SiteState>
  /** The default language of the site's pages. `watch` is not called for it. */
  findLanguage: () => Promise<Language>
  authenticate: (credentials: Credentials) => Promise<SignIn>
  /** Undefined if there is no such player. A renewal costs the site less. */
  findPlayer: (
    query: PlayerQuery,
    renewal?: Renewal,
  ) => Promise<{ profile: Profile; etag: string | undefined } | undefined>
  listNews: (limit: number | undefined) => Promise<News>
  close: () => void
}

const AREA_B = '/auth/launcher/'

/** Called after each request, with the trouble or undefined. */
export type Watch = (trouble: SiteTrouble | undefined) => void

export function openSiteClient(
  settings: Settings,
  language: () => Language,
  watch: Watch = () => undefined,
): SiteClient {
  const http = openHttpClient(settings.timeout)

  async function ask({ method, path, body, etag }: Question): Promise<Reply> {
    const headers = {
      ...(path.startsWith(AREA_B) && { Authorization: `Api-Key ${settings.apiKey}` }),
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(etag !== undefined && { 'If-None-Match': etag }),
    }
    const url = `${settings.url}${path}`
    try {
      return await http.send({ method, url, headers, ...(body !== undefined && { body }) })
    } catch (error) {
      throw new Trouble({ kind: 'unreachable', detail: describe(error) })
    }
  }

  async function inWords<T>(work: Promise<T>, tell: Watch): Promise<T> {
    try {
      const result = await work
      tell(undefined)
      return result
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      tell(error.trouble)
      throw new SiteError(error.trouble, language())
    }
  }

  return {
    ping: () => inWords(ping(ask), watch),
    findLanguage: () => inWords(findLanguage(ask), () => undefined),
    authenticate: (credentials) => inWords(authenticate(ask, credentials), watch),
    findPlayer: (query, renewal) => inWords(findPlayer(ask, query, renewal), watch),
    listNews: (limit) => inWords(listNews(ask, limit), watch),
    close: http.close,
  }
}

/** `path` is relative to the site's address. Only the endpoints for launcher servers get the key. */
type Question = { method: 'GET' | 'POST'; path: string; body?: string; etag?: string }
type Ask = (question: Question) => Promise<Reply>

/** Used within this file: what is wrong, before it becomes a sentence. */
class Trouble extends Error {
  readonly trouble: SiteTrouble

  constructor(trouble: SiteTrouble) {
    super(trouble.kind)
    this.trouble = trouble
  }
}

const MISSES = ['auth.usernotfound', 'auth.wrongpassword', 'auth.wrong2fa']
/** Refusals of a sign-in that have the same status as refusals of the key. */
const ABOUT_THE_PLAYER = [
  'auth.userblocked',
  'auth.usernotactivated',
  'auth.passwordchangerequired',
  'auth.consentrequired',
]

async function ping(ask: Ask): Promise<SiteState> {
  return contentOf(await ask({ method: 'GET', path: `${AREA_B}ping` }), readState)
}

async function findLanguage(ask: Ask): Promise<Language> {
  return contentOf(await ask({ method: 'GET', path: '/config' }), readLanguage)
}

async function authenticate(ask: Ask, { login, password, code }: Credentials): Promise<SignIn> {
  const body = JSON.stringify({ login, password, ...(code && { totp: code }) })
  const reply = await ask({ method: 'POST', path: `${AREA_B}authenticate`, body })
  const refusal = refusalOf(reply)
  if (refusal && MISSES.includes(refusal.code)) return { outcome: 'invalid-credentials' }
  if (refusal?.code === 'auth.require2fa') return { outcome: 'two-factor-required' }
  if (refusal && ABOUT_THE_PLAYER.includes(refusal.code)) {
    throw new Trouble({ kind: 'refusal', ...refusal })
  }
  return { outcome: 'accepted', profile: contentOf(reply, readProfile) }
}

async function findPlayer(ask: Ask, query: PlayerQuery, renewal: Renewal | undefined) {
  const path = `${AREA_B}user?${new URLSearchParams(query)}`
  const reply = await ask({ method: 'GET', path, ...(renewal && { etag: renewal.etag }) })
  if (reply.status === 304 && renewal) return renewal
  if (refusalOf(reply)?.code === 'auth.usernotfound') return undefined
  return { profile: contentOf(reply, readProfile), etag: reply.header('etag') }
}

async function listNews(ask: Ask, limit: number | undefined): Promise<News> {
  const path = `${AREA_B}news${limit === undefined ? '' : `?limit=${limit}`}`
  return contentOf(await ask({ method: 'GET', path }), readNews)
}

/** The content of a 200; any other answer is a trouble. */
function contentOf<T>(reply: Reply, reading: Reading<T>): T {
  if (reply.status !== 200) throw new Trouble(troubleOf(reply))
  const content = reading(jsonOf(reply))
  if (content === undefined) throw new Trouble(unreadable(reply))
  return content
}
