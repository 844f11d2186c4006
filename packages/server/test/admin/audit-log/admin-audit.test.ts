import assert from 'node:assert/strict'
import { newAudit } from '../../../src/audit/audit.ts'
import { insertAudit } from '../../../src/audit/audit-store.ts'
import { isoInstant, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { administrator, owner } from '../../support/administrator.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

function reader(site: Site) {
  return administrator(site, ['panel.audit.read'], { username: 'Zoe' })
}

type Noted = {
  actor?: string
  target?: string
  ip?: string
  action?: 'login.missed' | 'keys.rotated'
}

/** Writes `times` audit entries with the same instant. */
async function note(site: Site, noted: Noted, times = 1): Promise<void> {
  const { actor = null, target = null, ip = null, action = 'login.missed' } = noted
  for (let time = 0; time < times; time += 1) {
    const entry = { action, actor, target, ip, before: null, after: String(time) }
    await insertAudit(site.app.db, newAudit(site.app, entry))
  }
}

sqliteTest(
  'the audit log shows actor, action, target, IP address and changed values',
  async (site) => {
    const steve = await site.player('Steve')
    const notch = await owner(site)
    site.wait(SECOND)
    await notch.send('PATCH', `/admin/players/${steve.id}`, { username: 'Herobrine' })

    const { body } = await notch.get('/admin/audit', { limit: 1 })

    const [{ id }] = body.items
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(body.items, [
      {
        id,
        at: isoInstant(site.now()),
        action: 'player.username',
        actor: notch.id,
        actorName: 'Notch',
        target: steve.id,
        targetName: 'Herobrine',
        names: [],
        ip: '127.0.0.1',
        before: 'Steve',
        after: 'Herobrine',
      },
    ])
    assert.equal(typeof body.next, 'string')
  },
)

siteTest('the audit log is listed newest first, each entry once', async (site) => {
  const zoe = await reader(site)
  await note(site, {}, 10)
  site.wait(SECOND)
  await note(site, { action: 'keys.rotated', actor: 'command' }, 5)

  const { items, pages } = await zoe.all('/admin/audit', { limit: 4 })

  const all = await site.app.db.selectFrom('audit').select('id').execute()
  assert.deepEqual(items.map(({ id }) => id).sort(), all.map(({ id }) => id).sort())
  assert.equal(pages, Math.ceil(all.length / 4))
  const times = items.map(({ at }) => at)
  assert.deepEqual(times, [...times].sort().reverse())
})

siteTest(
  'the audit log can be filtered by actor, target, action, IP address and time',
  async (site) => {
    const zoe = await reader(site)
    await site.app.db.deleteFrom('audit').execute()
    const steve = await insertAccount(site, 'Steve')
    const jeb = await insertAccount(site, 'Jeb')
    const start = site.now()
    await note(site, { actor: steve, target: steve, ip: '198.51.100.7' }, 2)
    site.wait(MINUTE)
    await note(site, { actor: jeb, target: steve, action: 'keys.rotated', ip: '198.51.100.8' })
    site.wait(MINUTE)
    await note(site, { actor: steve, target: jeb, action: 'keys.rotated' })
    await note(site, { actor: 'command', target: 'siteName', ip: '198.51.100.7' })
    const count = async (query: Record<string, string>) =>
      (await zoe.all('/admin/audit', { ...query, limit: '1' })).items.length
    const minute = (number: number) => isoInstant(start + number * MINUTE)

    const counts = {
      all: await count({}),
      steve: await count({ player: 'sTEVE' }),
      steveAtOnce: (await zoe.get('/admin/audit', { player: 'Steve' })).body.items.length,
      steveById: await count({ player: steve.replaceAll('-', '') }),
      bySteve: await count({ actor: 'Steve' }),
      toSteve: await count({ target: steve }),
      byOwner: await count({ actor: 'command' }),
      setting: await count({ target: 'siteName' }),
      action: await count({ action: 'keys.rotated' }),
      address: await count({ ip: '198.51.100.7' }),
      typedAddress: await count({ query: '198.51.100.7' }),
      typedName: await count({ query: 'jeb' }),
      bySteveToSteve: await count({ actor: 'Steve', target: 'Steve' }),
      steveRotated: await count({ player: 'Steve', action: 'keys.rotated' }),
      steveHere: await count({ player: 'Steve', ip: '198.51.100.7', action: 'login.missed' }),
      nobody: await count({ player: 'Nobody' }),
      later: await count({ from: minute(1) }),
      earlier: await count({ until: minute(1) }),
      between: await count({ from: minute(1), until: minute(2) }),
      steveBetween: await count({ player: 'Steve', from: minute(1), until: minute(2) }),
      thatDay: await count({ from: '2030-01-01', until: '2030-01-02' }),
      nextDay: await count({ from: '2030-01-02' }),
    }

    assert.deepEqual(counts, {
      all: 5,
      steve: 4,
      steveAtOnce: 4,
      steveById: 4,
      bySteve: 3,
      toSteve: 3,
      byOwner: 1,
      setting: 1,
      action: 2,
      address: 3,
      typedAddress: 3,
      typedName: 2,
      bySteveToSteve: 2,
      steveRotated: 2,
      steveHere: 2,
      nobody: 0,
      later: 3,
      earlier: 2,
      between: 1,
      steveBetween: 1,
      thatDay: 5,
      nextDay: 0,
    })
  },
)

siteTest('a rare match in a long audit log is found on a later page', async (site) => {
  const zoe = await reader(site)
  const steve = await insertAccount(site, 'Steve')
  await note(site, { target: steve, action: 'keys.rotated', actor: 'command' })
  for (let turn = 0; turn < 510; turn += 1) {
    site.wait(1)
    await note(site, { target: steve })
  }

  const first = await zoe.get('/admin/audit', { target: 'Steve', action: 'keys.rotated' })
  const { items, pages } = await zoe.all('/admin/audit', {
    target: 'Steve',
    action: 'keys.rotated',
  })

  assert.deepEqual([first.body.items, typeof first.body.next], [[], 'string'])
  assert.equal(pages, 2)
  assert.deepEqual(
    items.map(({ action, actor, actorName }) => [action, actor, actorName]),
    [['keys.rotated', 'command', null]],
  )
})

sqliteTest('reading the audit log requires its permission', async (site) => {
  const zoe = await reader(site)
  const alex = await administrator(site, ['panel.players.*'])
  const list = (query: Record<string, string>) => zoe.get('/admin/audit', query)

  const replies = [
    await alex.get('/admin/audit'),
    await site.browser().get('/admin/audit'),
    await list({ from: 'yesterday' }),
    await list({ until: '2030-02-30' }),
    await list({ cursor: 'x' }),
    await list({ limit: '-1' }),
    await list({ action: 'a\u0000' }),
  ]

  assert.deepEqual(replies.map(outcome), [
    '403 auth.forbidden',
    '401 auth.unauthorized',
    ...Array(5).fill('400 request.invalid'),
  ])
  assert.deepEqual(replies[3]?.body.fields[0].field, 'until')
})

sqliteTest('no caller can change or delete an audit entry', async (site) => {
  const notch = await owner(site)
  const trail = () => site.app.db.selectFrom('audit').selectAll().orderBy('id').execute()
  const before = await trail()
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

  const replies: Reply[] = []
  for (const path of ['/admin/audit', `/admin/audit/${before[0]?.id}`]) {
    for (const method of methods) replies.push(await notch.send(method, path, {}))
  }

  assert.deepEqual(tally(replies), { '404 request.notfound': 4, '405 request.method': 4 })
  assert.ok(before.length > 0)
  assert.deepEqual(await trail(), before)
})
