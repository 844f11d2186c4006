import { type Browser, bearer, type Reply } from './browser.ts'
import { type Site, type SiteOptions, siteTest } from './site.ts'
import { sqliteTest } from './sqlite-test.ts'

const LASTING_SESSIONS = { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' }

/** Runs a test in which sessions do not expire when the clock is moved. */
export function staffTest(
  name: string,
  run: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  siteTest(name, run, { ...options, env: { ...LASTING_SESSIONS, ...options.env } })
}

/** Runs a test on SQLite alone in which sessions do not expire when the clock is moved. */
export function sqliteStaffTest(
  name: string,
  run: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  sqliteTest(name, run, { ...options, env: { ...LASTING_SESSIONS, ...options.env } })
}

type Rights = {
  superuser?: boolean
  /** Personal nodes. */
  nodes?: readonly string[]
  /** Ids of existing roles. */
  roles?: readonly string[]
  /** The address of the registration; needed for more than five players. */
  ip?: string
}

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** Makes a signed-in player with these permissions, without audit entries. */
export async function openStaff(site: Site, username: string, rights: Rights = {}) {
  const player = await site.player(username, rights.ip ? { ip: rights.ip } : {})
  await giveRights(site, player.id, rights)
  return { ...player, ...callsOf(player.browser, player.accessToken) }
}

/** Makes a player with all permissions. */
export function openOwner(site: Site, username = 'Owner'): Promise<Staff> {
  return openStaff(site, username, { superuser: true })
}

/** Returns the same player at another server of the site. */
export function elsewhere(site: Site, staff: Staff, instance: number) {
  return callsOf(site.browser({ instance }), staff.accessToken)
}

function callsOf(browser: Browser, accessToken: string) {
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Reply> => browser.send(method, path, body, bearer(accessToken))
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
    patch: (path: string, body: object) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),

    /** Creates a role and requires success. */
    async role(id: string, priority: number, permissions: readonly string[] = []) {
      const body = { id, name: id.toUpperCase(), priority, permissions }
      return accepted(await send('POST', '/admin/roles', body))
    },

    /** Creates a rank and requires success. */
    async group(id: string, permissions: readonly string[] = []) {
      const body = { id, name: id.toUpperCase(), permissions }
      return accepted(await send('POST', '/admin/groups', body))
    },

    /** Returns the player's effective permissions. */
    async permissions(): Promise<string[]> {
      return accepted(await send('GET', '/auth/me')).user.permissions
    },
  }
}

function accepted({ status, body, text }: Reply) {
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body
}

async function giveRights(site: Site, playerId: string, rights: Rights): Promise<void> {
  const { db } = site.app
  if (rights.superuser) {
    const raised = { superuser_at: site.now() }
    await db.updateTable('player').set(raised).where('id', '=', playerId).execute()
  }
  for (const node of rights.nodes ?? []) {
    const right = { player_id: playerId, node, expires_at: null }
    await db.insertInto('player_node').values(right).execute()
  }
  for (const role_id of rights.roles ?? []) {
    await db.insertInto('player_role').values({ player_id: playerId, role_id }).execute()
  }
}

/** Reads the audit entries whose action begins with a prefix, in the order in which they were made. */
export async function auditsOf(site: Site, beginning: string) {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'ip', 'before', 'after'])
    .where('action', 'like', `${beginning}%`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row })) // SQLite's rows have no prototype
}
