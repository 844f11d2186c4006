import { bearer, type Reply } from './browser.ts'
import type { Site } from './site.ts'

export type Administrator = Awaited<ReturnType<typeof administrator>>
type Query = Record<string, string | number | boolean>

/** Makes a player with all permissions. */
export async function owner(site: Site, username = 'Notch', ip = '192.0.2.1') {
  const player = await site.player(username, { ip })
  await site.app.db
    .updateTable('player')
    .set({ superuser_at: site.now() })
    .where('id', '=', player.id)
    .execute()
  return { ...player, ...callsOf(site, player) }
}

/** Makes a player with a role of their own and exactly these permissions. */
export async function administrator(
  site: Site,
  permissions: readonly string[],
  { username = 'Alex', priority = 10, ip = '192.0.2.2' } = {},
) {
  const player = await site.player(username, { ip })
  await giveRole(site, player.id, { id: username.toLowerCase(), priority, permissions })
  return { ...player, ...callsOf(site, player) }
}

/** Gives a player a role, and creates the role if it does not exist. */
export async function giveRole(
  site: Site,
  playerId: string,
  role: { id: string; priority?: number; permissions?: readonly string[] },
): Promise<void> {
  const { id, priority = 1, permissions = [] } = role
  const bundle = { id, kind: 'role', name: id, priority, created_at: site.now() }
  await site.app.db
    .insertInto('bundle')
    .values({ ...bundle, permissions: JSON.stringify(permissions) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await site.app.db.insertInto('player_role').values({ player_id: playerId, role_id: id }).execute()
}

/** Makes a caller of the API with a player's token; `instance` is the server that it calls. */
export function callsOf(site: Site, { accessToken }: { accessToken: string }) {
  const headers = bearer(accessToken)
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    instance = 0,
  ): Promise<Reply> => site.browser({ instance }).send(method, path, body, headers)
  return {
    send,
    get: (path: string, query: Query = {}, instance = 0): Promise<Reply> =>
      send('GET', `${path}${textOf(query)}`, undefined, instance),

    /** Reads every item of a list, page by page, and counts the pages. */
    async all(path: string, query: Query = {}) {
      const items: Reply['body'][] = []
      for (let cursor: string | undefined, pages = 1; ; pages += 1) {
        const { status, body } = await send(
          'GET',
          `${path}${textOf({ ...query, ...(cursor && { cursor }) })}`,
        )
        if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
        items.push(...body.items)
        if (body.next === null) return { items, pages }
        cursor = body.next
      }
    },
  }
}

function textOf(query: Query): string {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
}

/** Reads the audit entries of these actions, oldest first, within one instant by action. */
export async function auditEntries(site: Site, ...actions: string[]) {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'ip', 'before', 'after'])
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('action')
    .execute()
  return rows.map((row) => ({ ...row })) // SQLite's rows have no prototype
}
