import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaseMail } from '../../../src/mail/lease-store.ts'
import { DAY, isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { queueFailed } from '../../mail/queued-mail.ts'
import { administrator, auditEntries } from '../../support/administrator.ts'
import { outcome, tally } from '../../support/browser.ts'
import { databases, openSite, type Site, siteTest } from '../../support/site.ts'
import { openMailServer } from '../../support/smtp.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

function postmaster(site: Site) {
  return administrator(site, ['panel.mail.manage'])
}

sqliteTest('the outbox shows the state of each mail, but not its text', async (site) => {
  const alex = await postmaster(site)
  const waits = await queueFailed(site, { dead: false, error: '451 later' })
  const waitedAt = site.now()
  const dead = await queueFailed(site)

  const { body, text } = await alex.get('/admin/mail')

  const mail = {
    kind: 'activation',
    to: 'steve@example.org',
    tries: 0,
    sentAt: null,
    keptAt: null,
    heldAt: null,
  }
  assert.deepEqual(body, {
    items: [
      {
        id: dead,
        ...mail,
        state: 'dead',
        error: '550 never',
        createdAt: isoInstant(site.now()),
        nextTryAt: null,
        deadAt: isoInstant(site.now()),
      },
      {
        id: waits,
        ...mail,
        state: 'waiting',
        error: '451 later',
        createdAt: isoInstant(waitedAt),
        nextTryAt: isoInstant(waitedAt + DAY),
        deadAt: null,
      },
    ],
    next: null,
  })
  assert.equal(text.includes('123456'), false)
})

siteTest('the outbox can be filtered by state and address', async (site) => {
  const alex = await postmaster(site)
  const sent: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    sent.push(await queueFailed(site, { to: `sent${turn}@example.org` }))
  }
  for (const id of sent) await alex.send('POST', `/admin/mail/${id}/retry`)
  await site.mails()
  for (let turn = 0; turn < 3; turn += 1) {
    await queueFailed(site, { to: `dead${turn}@example.org` })
    await queueFailed(site, { to: `late${turn}@example.org`, dead: false })
  }
  const list = async (query: Record<string, string>) => {
    const { items } = await alex.all('/admin/mail', { ...query, limit: '2' })
    return items.map(({ to }) => to.split('@')[0])
  }

  const lists = {
    all: await list({}),
    sent: await list({ state: 'sent' }),
    kept: await list({ state: 'kept' }),
    waiting: await list({ state: 'waiting' }),
    dead: await list({ state: 'dead' }),
    address: await list({ query: 'DEAD1@' }),
    keptTo: await list({ query: '1', state: 'kept' }),
    nobody: await list({ query: 'nobody' }),
  }

  assert.deepEqual(lists, {
    all: ['late2', 'dead2', 'late1', 'dead1', 'late0', 'dead0', 'sent2', 'sent1', 'sent0'],
    sent: [],
    kept: ['sent2', 'sent1', 'sent0'],
    waiting: ['late2', 'late1', 'late0'],
    dead: ['dead2', 'dead1', 'dead0'],
    address: ['dead1'],
    keptTo: ['sent1'],
    nobody: [],
  })
})

siteTest('retrying a dead mail sends it immediately and only once', async (site) => {
  const alex = await postmaster(site)
  const id = await queueFailed(site)

  const replies = await Promise.all([
    alex.send('POST', `/admin/mail/${id}/retry`),
    alex.send('POST', `/admin/mail/unknown/retry`),
    alex.send('POST', `/admin/mail/00000000-0000-4000-8000-000000000000/retry`),
    alex.send('POST', `/admin/mail/a%00/retry`),
  ])
  const mails = await site.mails()
  const sentAlready = await alex.send('POST', `/admin/mail/${id}/retry`)

  assert.deepEqual(tally(replies), { 204: 1, '404 mail.notfound': 3 })
  assert.equal(mails.length, 1)
  assert.equal(outcome(sentAlready), '404 mail.notfound')
  const who = { actor: alex.id, target: id, ip: '127.0.0.1', before: null, after: null }
  assert.deepEqual(await auditEntries(site, 'mail.retried'), [{ action: 'mail.retried', ...who }])
})

siteTest('a mail that is being sent cannot be retried', async (site) => {
  const alex = await postmaster(site)
  const id = await queueFailed(site, { dead: false })
  site.wait(MINUTE)
  await site.app.db.updateTable('outbox').set({ next_try_at: 0 }).execute()
  const now = site.now()
  await leaseMail(site.app.db, { now, leasedUntil: now + MINUTE, uncertainUntil: now })

  const reply = await alex.send('POST', `/admin/mail/${id}/retry`)

  assert.equal(outcome(reply), '404 mail.notfound')
})

sqliteTest('without a mail server, a test mail is written to a file', async (site) => {
  const alex = await postmaster(site)

  const own = await alex.send('POST', '/admin/mail/test')
  const other = await alex.send('POST', '/admin/mail/test', { to: 'jeb@example.org' })

  const good = { by: 'file', sent: true, reason: null, trouble: null }
  assert.deepEqual([own.status, own.body], [200, { to: 'alex@example.org', ...good }])
  assert.deepEqual([other.status, other.body], [200, { to: 'jeb@example.org', ...good }])
  const mails = await site.mails()
  assert.deepEqual(mails.map(({ to, subject }) => [to?.[0]?.address, subject]).sort(), [
    ['alex@example.org', 'Test mail from Portal'],
    ['jeb@example.org', 'Test mail from Portal'],
  ])
  const trail = (await auditEntries(site, 'mail.tested')).map(({ actor, target, after }) => [
    actor,
    target,
    after,
  ])
  assert.deepEqual(
    trail.sort(),
    [
      [alex.id, 'alex@example.org', 'file'],
      [alex.id, 'jeb@example.org', 'file'],
    ].sort(),
  )
})

for (const database of databases) {
  test(`a test mail reports whether the mail server accepted it (${database})`, async () => {
    await using smtp = await openMailServer()
    const site = await openSite(database, { env: { SMTP_URL: smtp.url } })
    try {
      const alex = await postmaster(site)
      await site.app.db.updateTable('player').set({ activated_at: site.now() }).execute()
      await site.app.mailWorker.flush() // the confirmation code of Alex
      const before = smtp.arrived.length

      const sent = await alex.send('POST', '/admin/mail/test', { to: 'steve@example.org' })
      const refused = await alex.send('POST', '/admin/mail/test', { to: 'nobody@example.org' })

      const good = { by: 'smtp', sent: true, reason: null, trouble: null }
      assert.deepEqual(sent.body, { to: 'steve@example.org', ...good })
      assert.equal(smtp.arrived.length, before + 1)
      assert.deepEqual([refused.status, refused.body.sent], [200, false])
      assert.match(refused.body.reason, /refused with 550/)
    } finally {
      await site.close()
    }
  })
}

siteTest(
  'all instances together send at most ten test mails in ten minutes',
  async (site) => {
    const alex = await postmaster(site)

    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        alex.send('POST', '/admin/mail/test', undefined, turn % 2),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 10, '429 request.toomany': 2 })
  },
  { instances: 2 },
)

sqliteTest(
  'reading the outbox and sending test mails require the permission for mail',
  async (site) => {
    const alex = await administrator(site, ['panel.access'])
    const jeb = await administrator(site, ['panel.mail.manage'], {
      username: 'Jeb',
      ip: '192.0.2.3',
    })

    const replies = [
      await alex.get('/admin/mail'),
      await alex.send('POST', '/admin/mail/test'),
      await alex.send('POST', '/admin/mail/unknown/retry'),
      await site.browser().get('/admin/mail'),
      await jeb.get('/admin/mail', { state: 'lost' }),
      await jeb.get('/admin/mail', { cursor: 'x' }),
      await jeb.send('POST', '/admin/mail/test', { to: 'nobody' }),
    ]

    assert.deepEqual(replies.map(outcome), [
      ...Array(3).fill('403 auth.forbidden'),
      '401 auth.unauthorized',
      ...Array(3).fill('400 request.invalid'),
    ])
  },
)
