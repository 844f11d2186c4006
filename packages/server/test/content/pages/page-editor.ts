import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

/** Creates a player whose only admin permission is editing pages. */
export async function pageEditor(site: Site, username = 'Alex') {
  return asPageEditor(site, await site.player(username))
}

export async function asPageEditor<Player extends Awaited<ReturnType<Site['player']>>>(
  site: Site,
  player: Player,
) {
  const right = { player_id: player.id, node: 'panel.pages.edit', expires_at: null }
  await site.app.db.insertInto('player_node').values(right).execute()
  const headers = bearer(player.accessToken)
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Reply> => player.browser.send(method, `/admin/pages${path}`, body, headers)

  return {
    ...player,
    list: () => send('GET', ''),
    show: (id: string) => send('GET', `/${id}`),
    create: (page: object) => send('POST', '', page),
    change: (id: string, changes: object) => send('PATCH', `/${id}`, changes),
    delete: (id: string) => send('DELETE', `/${id}`),
    order: (ids: string[]) => player.browser.send('PUT', '/admin/page-order', { ids }, headers),
    versions: (id: string) => send('GET', `/${id}/versions`),
    version: (id: string, version: number | string) => send('GET', `/${id}/versions/${version}`),

    /** Creates a published page and asserts success. */
    async written(page: object = {}) {
      const wanted = { titleEn: 'Rules', bodyEn: 'Be kind.', published: true, ...page }
      const reply = await send('POST', '', wanted)
      if (reply.status !== 200) throw new Error(`page: ${reply.text}`)
      return reply.body
    },
  }
}
