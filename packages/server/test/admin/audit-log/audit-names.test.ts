import assert from 'node:assert/strict'
import { writeAudit } from '../../../src/audit/write-audit.ts'
import { owner } from '../../support/administrator.ts'
import { siteTest } from '../../support/site.ts'

siteTest('audit entries can be searched by names of roles, keys and providers', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  const role = { id: 'mod', name: 'Moderators', priority: 5, permissions: [] }
  await notch.send('POST', '/admin/roles', role)
  await notch.send('POST', '/admin/groups', { id: 'gold', name: 'Golden', permissions: [] })
  const { body: key } = await notch.send('POST', '/admin/api-keys', {
    name: 'Shop',
    permissions: ['kernel.launcher.provider'],
    addresses: ['127.0.0.1'],
  })
  await notch.send('POST', '/admin/identity-providers', {
    slug: 'vk',
    kind: 'vk',
    name: 'VK ID',
    clientId: '1',
    clientSecret: 'secret',
    trusted: false,
    enabled: true,
  })
  const { body: news } = await notch.send('POST', '/admin/news', { title: 'Season', body: 'Two' })
  site.wait(1)
  await notch.send('PATCH', `/admin/players/${steve.id}`, { roles: ['mod'] })
  await notch.send('POST', `/admin/players/${steve.id}/groups`, { group: 'gold', days: 1 })
  await notch.send('DELETE', `/admin/news/${news.id}`)
  const by = { actor: `api-key:${key.id}`, ip: null }
  await writeAudit(site.app, { action: 'setting.changed', ...by, target: 'siteName' })
  const list = async (query: Record<string, string>) => {
    const { items } = await notch.all('/admin/audit', query)
    return items.map(({ action, actorName, targetName }) => [action, actorName, targetName])
  }

  const trail = {
    role: await list({ target: 'moderators' }),
    group: await list({ target: 'Golden' }),
    key: await list({ target: 'shop' }),
    service: await list({ target: 'vk id' }),
    news: await list({ target: news.id }),
    byKey: await list({ actor: 'SHOP' }),
    setting: await list({ target: 'siteName' }),
  }
  const { body: given } = await notch.get('/admin/audit', { action: 'grant.given' })
  const { body: roles } = await notch.get('/admin/audit', { action: 'player.roles' })

  assert.deepEqual(trail, {
    role: [['role.created', 'Notch', 'Moderators']],
    group: [['group.created', 'Notch', 'Golden']],
    key: [['api-key.created', 'Notch', 'Shop']],
    service: [['identity-provider.created', 'Notch', 'VK ID']],
    news: [
      ['news.deleted', 'Notch', 'Season'],
      ['news.created', 'Notch', 'Season'],
    ],
    byKey: [['setting.changed', 'Shop', null]],
    setting: [['setting.changed', 'Shop', null]],
  })
  assert.deepEqual(given.items[0].names, [{ id: 'gold', name: 'Golden' }])
  assert.deepEqual(roles.items[0].names, [{ id: 'mod', name: 'Moderators' }])
})
