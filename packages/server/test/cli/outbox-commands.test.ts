import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealMail } from '../../src/mail/outbox.ts'
import { insertMail, markFailed } from '../../src/mail/outbox-store.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { newFolder, runPortal } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, DONE, json, REFUSED } from './command.ts'

siteTest('mail list shows the state of each mail, newest first', async (site) => {
  const waits = await queueFailed(site, 'One', '451 later', false)
  const dead = await queueFailed(site, 'Two', '550 never', true)
  const sent = await queueFailed(site, 'Three', '550 never', true)
  await json(site, ['mail', 'retry', sent])
  await site.app.mailWorker.flush()

  const mails = await json(site, ['mail', 'list'])
  const table = await command(site, ['mail', 'list'])

  const mail = { kind: 'test', to: 'steve@example.org' }
  assert.deepEqual(mails, [
    { id: sent, at: '2030-01-01T12:03:00.000Z', ...mail, state: 'kept', tries: 1, error: null },
    {
      id: dead,
      at: '2030-01-01T12:02:00.000Z',
      ...mail,
      state: 'dead',
      tries: 0,
      error: '550 never',
    },
    {
      id: waits,
      at: '2030-01-01T12:01:00.000Z',
      ...mail,
      state: 'waiting',
      tries: 0,
      error: '451 later',
    },
  ])
  assert.deepEqual([table.code, table.stderr], [DONE, ''])
  assert.deepEqual(
    table.stdout.split('\n').map((line) => line.split(/ {2,}/)[4]),
    ['state', 'kept', 'dead', 'waiting', undefined],
  )
})

sqliteTest('mail retry resends one mail by id, or all dead mails', async (site) => {
  await queueFailed(site, 'one', '550 never', true)
  const two = await queueFailed(site, 'two', '550 never', true)
  await queueFailed(site, 'three', '550 never', true)

  const single = await json(site, ['mail', 'retry', two])
  const afterSingle = await site.mails()
  const rest = await json(site, ['mail', 'retry'])
  const afterRest = await site.mails()
  const sentAlready = await command(site, ['mail', 'retry', two])

  assert.deepEqual([single, rest], [{ retried: 1 }, { retried: 2 }])
  assert.deepEqual(
    [afterSingle, afterRest].map((mails) => mails.map(({ subject }) => subject).sort()),
    [['two'], ['one', 'three', 'two']],
  )
  assert.deepEqual(sentAlready, {
    code: REFUSED,
    stdout: '',
    stderr: `error: there is no unsent mail ${two}\n`,
  })
})

test('mail test reports whether the mail server accepted the mail', async () => {
  using folder = newFolder()
  await using smtp = await openMailServer()
  const env = { DATA_DIR: folder.path, SMTP_URL: smtp.url }

  const sent = await runPortal(['mail', 'test', 'steve@example.org', '--json'], env)
  const refused = await runPortal(['mail', 'test', 'nobody@example.org'], env)
  await smtp.close()
  const down = await runPortal(['mail', 'test', 'steve@example.org'], env)

  assert.deepEqual(sent, {
    code: DONE,
    stdout: '{"sent":"steve@example.org","by":"SMTP"}\n',
    stderr: '',
  })
  assert.deepEqual(
    smtp.arrived.map(({ to, mail }) => [to, mail.subject]),
    [[['steve@example.org'], 'Test mail from Portal']],
  )
  for (const [{ code, stdout, stderr }, reason] of [
    [refused, /refused with 550/],
    [down, /ECONNREFUSED/],
  ] as const) {
    assert.deepEqual([code, stdout], [REFUSED, ''])
    assert.match(stderr, /^error: [^\n]+\n$/)
    assert.match(stderr, reason)
  }
})

sqliteTest('mail test writes a file without a mail server', async (site) => {
  const sent = await json(site, ['mail', 'test', 'steve@example.org'])

  const [mail, ...more] = await site.mails()
  assert.deepEqual(sent, { sent: 'steve@example.org', by: 'file' })
  assert.deepEqual([mail?.to?.[0]?.address, more.length], ['steve@example.org', 0])
})

/** Inserts a failed mail a minute after the last one, and returns its id. */
async function queueFailed(site: Site, subject: string, error: string, isDead: boolean) {
  const words = { subject, text: 'Text.\n', html: '<p>Text.</p>' }
  const generation = await site.app.keys.newest()
  site.wait(MINUTE)
  const now = site.now()
  const mail = sealMail(site.app, generation, { kind: 'test', to: 'steve@example.org', ...words })
  await site.app.db.transaction().execute(async (tx) => {
    await insertMail(tx, mail)
    const deadAt = isDead ? now : null
    await markFailed(tx, mail.id, { error, nextTryAt: now + DAY, deadAt })
  })
  return mail.id
}
