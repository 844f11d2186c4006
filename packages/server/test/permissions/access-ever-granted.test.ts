import assert from 'node:assert/strict'
import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { callsOf } from '../support/administrator.ts'
import { type Site, siteTest } from '../support/site.ts'

/** Statements by which another process gives a player something. */
const gifts: Record<string, (site: Site, player_id: string) => Promise<unknown>> = {
  async role({ app: { db } }, player_id) {
    const vip = { id: 'vip', kind: 'role', name: 'VIP', priority: 1, created_at: 0 }
    await db
      .insertInto('bundle')
      .values({ ...vip, permissions: '["given.thing"]' })
      .execute()
    await db.insertInto('player_role').values({ player_id, role_id: 'vip' }).execute()
  },
  node: ({ app: { db } }, player_id) =>
    db
      .insertInto('player_node')
      .values({ player_id, node: 'given.thing', expires_at: null })
      .execute(),
  grant: ({ app: { db } }, player_id) =>
    db
      .insertInto('donate_grant')
      .values({
        id: 'grant',
        player_id,
        group_id: null,
        node: 'given.thing',
        author: 'command',
        starts_at: 0,
        ends_at: null,
        created_at: 0,
        taken_at: null,
      })
      .execute(),
  ban: ({ app: { db } }, player_id) =>
    db
      .insertInto('ban')
      .values({ id: 'ban', player_id, reason: 'x', author: 'command', created_at: 0 })
      .execute(),
}

for (const [gift, give] of Object.entries(gifts)) {
  siteTest(
    `a first ${gift} written by another process takes effect in the next request`,
    async (site) => {
      const steve = await site.player('Steve')
      const launcher = await openLauncher(site)
      const calls = callsOf(site, steve)
      const answers = async () => {
        const me = await calls.get('/auth/me')
        const profile = await launcher.user({ username: 'sTEVE' })
        return [me.body.user, profile.body].map(({ permissions, banned }) => ({
          given: permissions.includes('given.thing'),
          banned,
        }))
      }

      const before = await answers()
      await give(site, steve.id)
      const after = await answers()

      const nothing = { given: false, banned: false }
      const something = { given: gift !== 'ban', banned: gift === 'ban' }
      assert.deepEqual(before, [nothing, nothing])
      assert.deepEqual(after, [something, something])
    },
  )
}
