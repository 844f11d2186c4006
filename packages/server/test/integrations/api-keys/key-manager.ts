import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { openOwner, openStaff } from '../../support/staff.ts'

/** The properties of a key that a test does not set. */
export const NEW_KEY = {
  name: 'Launcher',
  permissions: ['kernel.launcher.provider'],
  addresses: ['198.51.100.7'],
}

/** Creates a superuser: only superusers may create, change and revoke keys. */
export async function keyOwner(site: Site, username = 'Notch') {
  const owner = await openOwner(site, username)
  return { ...owner, ...keyCalls(owner) }
}

/** Creates a player whose only admin permission is seeing keys. */
export async function keyReader(site: Site, username = 'Alex') {
  const reader = await openStaff(site, username, { nodes: ['panel.keys.manage'] })
  return { ...reader, ...keyCalls(reader) }
}

type Player = Awaited<ReturnType<Site['player']>>

export function keyCalls({ browser, accessToken }: Pick<Player, 'browser' | 'accessToken'>) {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    browser.send(method, `/admin/api-keys${path}`, body, bearer(accessToken))
  return {
    list: (query: Record<string, string> = {}): Promise<Reply> =>
      send('GET', `?${new URLSearchParams(query)}`),
    show: (id: string): Promise<Reply> => send('GET', `/${id}`),
    create: (key: object = NEW_KEY): Promise<Reply> => send('POST', '', key),
    change: (id: string, changes: object): Promise<Reply> => send('PATCH', `/${id}`, changes),
    revoke: (id: string): Promise<Reply> => send('DELETE', `/${id}`),

    /** Creates a key and asserts success. */
    async made(key: object = {}) {
      const reply = await send('POST', '', { ...NEW_KEY, ...key })
      if (reply.status !== 200) throw new Error(`api-key: ${reply.text}`)
      return reply.body
    },
  }
}
