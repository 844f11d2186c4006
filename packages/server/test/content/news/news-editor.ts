import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

/** Creates a player whose only admin permission is editing news. */
export async function newsEditor(site: Site, username = 'Alex') {
  const player = await site.player(username)
  const right = { player_id: player.id, node: 'panel.news.edit', expires_at: null }
  await site.app.db.insertInto('player_node').values(right).execute()
  const headers = bearer(player.accessToken)
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    player.browser.send(method, `/admin/news${path}`, body, headers)

  return {
    ...player,
    list: (query: Record<string, string> = {}): Promise<Reply> =>
      send('GET', `?${new URLSearchParams(query)}`),
    show: (id: string): Promise<Reply> => send('GET', `/${id}`),
    create: (news: object): Promise<Reply> => send('POST', '', news),
    preview: (news: object): Promise<Reply> =>
      player.browser.send('POST', '/admin/news-preview', news, headers),
    change: (id: string, changes: object): Promise<Reply> => send('PATCH', `/${id}`, changes),
    delete: (id: string): Promise<Reply> => send('DELETE', `/${id}`),

    /** Creates an item and asserts success. */
    async written(news: object = {}) {
      const reply = await send('POST', '', { title: 'Season two', body: 'It begins.', ...news })
      if (reply.status !== 200) throw new Error(`news: ${reply.text}`)
      return reply.body
    },
  }
}

/** Returns the audit entries of these actions, oldest first. */
export async function newsTraces(site: Site, ...actions: string[]) {
  const audits = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'ip', 'before', 'after'])
    .where('action', 'in', actions)
    .orderBy('id')
    .execute()
  return audits.map(({ before, after, ...rest }) => ({
    ...rest,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }))
}
