import assert from 'node:assert/strict'
import { newAudit } from '../../../src/audit/audit.ts'
import { insertAudit } from '../../../src/audit/audit-store.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../../support/administrator.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

async function note(site: Site, entry: { actor?: string; target?: string; after?: string }) {
  const { actor = null, target = null, after = null } = entry
  const audit = newAudit(site.app, {
    action: 'login.missed',
    actor,
    target,
    ip: null,
    before: null,
    after,
  })
  await insertAudit(site.app.db, audit)
}

siteTest('the count of audit entries follows the filter', async (site) => {
  const zoe = await administrator(site, ['panel.audit.read'], { username: 'Zoe' })
  const steve = await site.player('Steve')
  await note(site, { actor: steve.id, target: steve.id })
  await note(site, { actor: zoe.id, target: steve.id })
  site.wait(MINUTE)
  await note(site, { actor: steve.id, target: zoe.id })
  const count = async (query: Record<string, string>) =>
    (await zoe.get('/admin/audit/count', { action: 'login.missed', ...query })).body

  const counts = {
    all: await count({}),
    about: await count({ player: 'steve' }),
    target: await count({ target: 'Steve' }),
    both: await count({ actor: 'Zoe', target: 'Steve' }),
    later: await count({ from: new Date(site.now()).toISOString() }),
    earlier: await count({ until: new Date(site.now()).toISOString() }),
  }

  const exactly = (total: number) => ({ total, isExact: true })
  assert.deepEqual(counts, {
    all: exactly(3),
    about: exactly(3),
    target: exactly(2),
    both: exactly(1),
    later: exactly(1),
    earlier: exactly(2),
  })
})

siteTest('counting audit entries stops at 10,000 and is marked as inexact', async (site) => {
  const zoe = await administrator(site, ['panel.audit.read'], { username: 'Zoe' })
  const rows = Array.from({ length: 10_001 }, (_, at) => {
    const audit = newAudit(site.app, {
      action: 'login.missed',
      actor: null,
      target: null,
      ip: null,
    })
    return { ...audit, at: audit.at - at }
  })
  for (let at = 0; at < rows.length; at += 1000) {
    await site.app.db
      .insertInto('audit')
      .values(rows.slice(at, at + 1000))
      .execute()
  }

  const { body } = await zoe.get('/admin/audit/count', { action: 'login.missed' })

  assert.deepEqual(body, { total: 10_000, isExact: false })
})

sqliteTest('the CSV export of the audit log escapes formulas', async (site) => {
  const zoe = await administrator(site, ['panel.audit.read'], { username: 'Zoe' })
  await note(site, { target: 'x', after: '=HYPERLINK("https://example.org")' })
  await note(site, { target: 'x', after: '+1, "quoted"\r\nand more' })
  await note(site, { target: 'y', after: 'not asked for' })

  const reply = await zoe.get('/admin/audit/export', { action: 'login.missed', target: 'x' })

  const lines = reply.text.replace('\uFEFF', '').split('\r\n"2030')
  assert.equal(reply.status, 200)
  assert.match(String(reply.headers['content-type']), /^text\/csv; charset=utf-8/)
  assert.match(String(reply.headers['content-disposition']), /filename="audit-2030-01-01\.csv"/)
  assert.match(lines[0] ?? '', /^"time","action","actor","actor id","target"/)
  assert.equal(lines.length, 3)
  assert.ok(reply.text.includes(`"'=HYPERLINK(""https://example.org"")"`))
  assert.ok(reply.text.includes(`"'+1, ""quoted""\r\nand more"`))
  const [entry] = await auditEntries(site, 'audit.exported')
  assert.deepEqual([entry?.actor, entry?.after], [zoe.id, '2'])
})

sqliteTest(
  'counting and exporting audit entries require the permission to read them',
  async (site) => {
    await owner(site)
    const alex = await administrator(site, ['panel.access', 'panel.players.read'])

    for (const path of ['/admin/audit/count', '/admin/audit/export']) {
      const { status, body } = await alex.get(path)
      assert.deepEqual([status, body.error], [403, 'auth.forbidden'], path)
    }
  },
)
