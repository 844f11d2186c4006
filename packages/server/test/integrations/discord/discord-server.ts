import type { IncomingMessage, ServerResponse } from 'node:http'
import { openStubServer } from '../../support/stub-server.ts'

export const SERVER = '990000000000000001'
export const BOT = '990000000000000002'
/** A bot token. Its first part is the id of the bot, as at Discord. */
export const TOKEN = `${Buffer.from(BOT).toString('base64')}.Gabcde.secret-part`
export const STEVE = '800000000000000001'

const BOT_ROLE = { id: '700000000000000009', name: 'Portal bot', position: 9, managed: true }
export const VIP = { id: '700000000000000001', name: 'VIP', position: 3 }
export const MEMBER = { id: '700000000000000002', name: 'Member', position: 2 }
export const OWNER = { id: '700000000000000010', name: 'Owner', position: 20 }
/** A role that no mapping names. */
export const COLOR = { id: '700000000000000003', name: 'Green', position: 1 }

const MANAGE_ROLES = String(1n << 28n)

type Role = { id: string; name: string; position: number; managed?: boolean; permissions?: string }
type Limit = { headers: Record<string, string>; body?: object }

export type DiscordServer = Awaited<ReturnType<typeof openDiscord>>

/**
 * Opens a server that behaves as Discord's documents "Guild Resource", "Rate Limits", "Permissions" and "Opcodes and
 * Status Codes" describe: only the requests about roles, for one bot and one server.
 */
export async function openDiscord() {
  const roles: Role[] = [
    { id: SERVER, name: '@everyone', position: 0, permissions: '0' },
    { ...BOT_ROLE, permissions: MANAGE_ROLES },
    { ...VIP },
    { ...MEMBER },
    { ...OWNER },
    { ...COLOR },
  ]
  const members = new Map<string, Set<string>>([[BOT, new Set([BOT_ROLE.id])]])
  const requests: string[] = []
  const limits: Limit[] = []
  let isAway = false

  const server = await openStubServer((request, response) => {
    if (isAway) {
      request.socket.destroy()
      return
    }
    const path = (request.url ?? '').replace(/^\/api\/v10/, '')
    requests.push(`${request.method} ${path}`)
    answer(request, response, path)
  })

  function answer(request: IncomingMessage, response: ServerResponse, path: string): unknown {
    const send = (status: number, body?: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(body && JSON.stringify(body))
    if (request.headers.authorization !== `Bot ${TOKEN}`)
      return send(401, { message: '401: Unauthorized', code: 0 })
    const limit = limits.shift()
    if (limit)
      return send(429, limit.body ?? { message: 'You are being rate limited.' }, limit.headers)
    const [, guild, rest = ''] = /^\/guilds\/(\d+)\/(.*)$/.exec(path) ?? []
    if (guild !== SERVER) return send(404, { message: 'Unknown Guild', code: 10004 })
    if (rest === 'roles') return send(200, roles)
    const [, user = '', role] = /^members\/(\d+)(?:\/roles\/(\d+))?$/.exec(rest) ?? []
    const held = members.get(user)
    if (!held) return send(404, { message: 'Unknown Member', code: 10007 })
    if (role === undefined) return send(200, { user: { id: user }, roles: [...held] })
    const known = roles.find(({ id }) => id === role)
    if (!known) return send(404, { message: 'Unknown Role', code: 10011 })
    if (known.position >= highestOf(BOT) || known.managed)
      return send(403, { message: 'Missing Permissions', code: 50013 })
    if (request.method === 'PUT') held.add(role)
    else held.delete(role)
    return send(204)
  }

  function highestOf(user: string): number {
    return Math.max(
      ...roles.filter(({ id }) => members.get(user)?.has(id)).map(({ position }) => position),
    )
  }

  return {
    url: `${server.url}/api/v10`,
    requests,
    /** Adds a person to the server. */
    join: (user: string, ...held: string[]) => void members.set(user, new Set(held)),
    leave: (user: string) => void members.delete(user),
    rolesOf: (user: string) => [...(members.get(user) ?? [])].sort(),
    setAway: (away: boolean) => {
      isAway = away
    },
    /** Refuses the next requests with 429, one for each limit. */
    limit: (...next: Limit[]) => void limits.push(...next),
    moveRole: (id: string, position: number) => {
      const role = roles.find((one) => one.id === id)
      if (role) role.position = position
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
