import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { fieldOf, RateLimits } from './rate-limits.ts'

const TIMEOUT = 10 * SECOND
/**
 * How long a request to Discord may take while an administrator waits for a page, which needs up to three such
 * requests.
 */
export const SHORT_TIMEOUT = 2.5 * SECOND
const MAX_BYTES = 1024 * 1024
/** Discord's codes for unknown things ("Opcodes and Status Codes" in its documentation). */
const UNKNOWN = { guild: 10004, member: 10007, role: 10011, user: 10013 } as const
const MISSING_ACCESS = 50001

export type DiscordRoute = 'GET roles' | 'GET member' | 'GET me' | 'PUT role' | 'DELETE role'

/**
 * The result of a request.
 * - `away`: there was no usable response, or Discord requires a pause. The same request can succeed later.
 * - `token`, `server`: the bot's token or server is wrong, so no request can succeed.
 * - `unknown`: there is no such member or role.
 * - `forbidden`: the bot may not do this.
 */
export type ApiResult<T> =
  | { is: 'ok'; value: T }
  | { is: 'away'; reason: string; retryAt: number | undefined }
  | { is: 'token' }
  | { is: 'server' }
  | { is: 'unknown'; what: 'member' | 'role' | undefined }
  | { is: 'forbidden' }

export type Failure = Exclude<ApiResult<never>, { is: 'ok' }>

export type DiscordRole = Static<typeof DiscordRole>
const DiscordRole = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  position: Type.Optional(Type.Number()),
  permissions: Type.Optional(Type.String()),
  managed: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Object({ bot_id: Type.Optional(Type.String()) })),
})

const Member = Type.Object({ roles: Type.Array(Type.String()) })
const Me = Type.Object({ id: Type.String() })

type Deps = { clock: Clock; version: string; config: { discordApiUrl: string } }

export class DiscordApi {
  readonly #app: Deps
  readonly #bot: { server: string; token: string }
  readonly #timeout: number
  readonly #limits = new RateLimits()

  /**
   * Makes a client of Discord's API for the bot.
   * @param timeout how long each request may take, in milliseconds
   */
  constructor(app: Deps, bot: { server: string; token: string }, timeout = TIMEOUT) {
    this.#app = app
    this.#bot = bot
    this.#timeout = timeout
  }

  async listRoles(): Promise<ApiResult<DiscordRole[]>> {
    const result = await this.#send('GET roles', `/guilds/${this.#bot.server}/roles`)
    return asTyped(result, (body) => (Check(Type.Array(DiscordRole), body) ? body : undefined))
  }

  async findMemberRoles(user: string): Promise<ApiResult<string[]>> {
    const result = await this.#send('GET member', this.#memberPath(user))
    return asTyped(result, (body) => (Check(Member, body) ? body.roles : undefined))
  }

  /** Returns the bot's ID, which is the first part of its token. */
  async findOwnId(): Promise<ApiResult<string>> {
    const [first = ''] = this.#bot.token.split('.')
    const decoded = Buffer.from(first, 'base64').toString('utf8')
    if (/^\d{15,20}$/.test(decoded)) return { is: 'ok', value: decoded }
    const result = await this.#send('GET me', '/users/@me')
    return asTyped(result, (body) => (Check(Me, body) ? body.id : undefined))
  }

  async putRole(user: string, role: string, isWanted: boolean): Promise<ApiResult<unknown>> {
    const path = `${this.#memberPath(user)}/roles/${encodeURIComponent(role)}`
    return this.#send(isWanted ? 'PUT role' : 'DELETE role', path)
  }

  #memberPath(user: string): string {
    return `/guilds/${this.#bot.server}/members/${encodeURIComponent(user)}`
  }

  async #send(route: DiscordRoute, path: string): Promise<ApiResult<unknown>> {
    const { clock, config, version } = this.#app
    const freeAt = this.#limits.freeAt(route)
    if (freeAt > clock.now()) return { is: 'away', reason: 'rate limit', retryAt: freeAt }
    const [method = 'GET'] = route.split(' ')
    try {
      const response = await fetch(config.discordApiUrl + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeout),
        headers: {
          authorization: `Bot ${this.#bot.token}`,
          'user-agent': `DiscordBot (https://github.com, ${version}) Portal`,
          ...(method !== 'GET' && { 'x-audit-log-reason': 'Roles follow the site' }),
        },
      })
      const body = await readBody(response)
      const { status, headers } = response
      this.#limits.record(route, { status, headers, body }, clock.now())
      if (status === 429)
        return { is: 'away', reason: 'rate limit', retryAt: this.#limits.freeAt(route) }
      return resultOf(route, status, body)
    } catch (error) {
      return { is: 'away', reason: failureOf(error), retryAt: undefined }
    }
  }
}

function resultOf(route: DiscordRoute, status: number, body: unknown): ApiResult<unknown> {
  const code = fieldOf(body, 'code')
  if (status >= 200 && status < 300) return { is: 'ok', value: body }
  if (status === 401) return { is: 'token' }
  if (code === UNKNOWN.guild || code === MISSING_ACCESS) return { is: 'server' }
  if (status === 403) return route.endsWith(' role') ? { is: 'forbidden' } : { is: 'server' }
  if (status !== 404) return { is: 'away', reason: `status ${status}`, retryAt: undefined }
  if (route === 'GET roles') return { is: 'server' }
  const isMember = route === 'GET member' || code === UNKNOWN.member || code === UNKNOWN.user
  return { is: 'unknown', what: isMember ? 'member' : code === UNKNOWN.role ? 'role' : undefined }
}

/** Reads the body of a response. Returns null if it is not JSON, because only the status matters then. */
async function readBody(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function asTyped<T>(
  result: ApiResult<unknown>,
  read: (body: unknown) => T | undefined,
): ApiResult<T> {
  if (result.is !== 'ok') return result
  const value = read(result.value)
  if (value !== undefined) return { is: 'ok', value }
  return { is: 'away', reason: 'unexpected answer', retryAt: undefined }
}
