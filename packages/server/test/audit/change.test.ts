import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { speaksPostgres } from '../../src/database/database.ts'
import type { Mail } from '../../src/mail/mail.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { auditsOf } from '../support/staff.ts'

const MAIL: Mail = {
  kind: 'test',
  to: 'steve@example.com',
  subject: 'Something changed',
  text: 'It did.',
  html: '<p>It did.</p>',
}

siteTest('a change that fails leaves no audit entry and no mail', async (site) => {
  const failing = change(site.app, COMMAND_LINE, async ({ tx, audit, sendMail }) => {
    await sql`select 1`.execute(tx)
    audit('mail.tested', 'steve')
    sendMail(MAIL)
    throw new Error('not after all')
  })

  await assert.rejects(failing, /not after all/)
  assert.deepEqual(await auditsOf(site, 'mail.tested'), [])
  assert.deepEqual(await site.mails(), [])
})

siteTest('a change that is retried after a conflict is audited and mailed once', async (site) => {
  const mayConflict = speaksPostgres(site.app.db) // SQLite has one change at a time
  let tries = 0

  await change(site.app, COMMAND_LINE, async ({ audit, sendMail }) => {
    tries += 1
    audit('mail.tested', 'steve')
    sendMail(MAIL)
    const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' })
    if (mayConflict && tries === 1) throw conflict
  })

  assert.equal(tries, mayConflict ? 2 : 1)
  assert.equal((await auditsOf(site, 'mail.tested')).length, 1)
  assert.equal((await site.mails()).length, 1)
})

sqliteTest('an audit entry has the actor of its change unless it names another', async (site) => {
  const by = { actor: 'api-key:1', ip: '192.0.2.7' }

  await change(site.app, by, async ({ audit }) => {
    audit('mail.tested', 'one', { before: 'a', after: 'b' })
    audit('mail.tested', 'two', { actor: 'command', ip: '192.0.2.8' })
  })

  const lines = await auditsOf(site, 'mail.tested') // entries of one millisecond have no order
  const sorted = lines.sort((a, b) => ((a.target ?? '') < (b.target ?? '') ? -1 : 1))
  assert.deepEqual(
    sorted.map(({ target, actor, ip, before, after }) => ({ target, actor, ip, before, after })),
    [
      { target: 'one', ...by, before: 'a', after: 'b' },
      { target: 'two', actor: 'command', ip: '192.0.2.8', before: null, after: null },
    ],
  )
})
