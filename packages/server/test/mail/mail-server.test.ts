import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../support/administrator.ts'
import { type Site, siteTest } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { mailTest, queue, set } from './mail-site.ts'

const PATH = '/admin/mail/server'
const LOGIN = { user: 'portal', password: 'a very secret word' }

/** The form that the panel sends for a test mail server. */
function formOf(server: { url: string }, changes: object = {}) {
  const { hostname, port } = new URL(server.url)
  const from = 'post@blocks.example'
  return { host: hostname, port: Number(port), security: 'none', ...LOGIN, from, ...changes }
}

/** Returns the state of each mail, sorted, because rows have no order of their own. */
async function statesOf(site: Site): Promise<string[]> {
  const rows = await site.app.db.selectFrom('outbox').select(['sent_at', 'kept_at']).execute()
  return rows
    .map(({ sent_at: sent, kept_at: kept }) => (kept ? 'kept' : sent ? 'sent' : 'waiting'))
    .sort()
}

siteTest(
  'a mail server set in the panel is used immediately by this process and soon by others',
  async (site) => {
    await using smtp = await openMailServer({ login: LOGIN })
    await using second = await openMailServer({ login: LOGIN })
    const notch = await owner(site)
    await set(site, 'siteName', 'Blocks')
    const [here, there] = site.instances.map(({ app }) => app.mailWorker)
    await queue(site, ['Kept'])
    await there?.flush()

    const { status, body } = await notch.send('PUT', PATH, formOf(smtp))
    await queue(site, ['One'])
    await here?.flush()
    await notch.send('PUT', PATH, formOf(second))
    await queue(site, ['Two'])
    await here?.flush()
    site.wait(2 * SECOND)
    await queue(site, ['Three'])
    await there?.flush()

    const subjects = (server: typeof smtp) => server.arrived.map(({ mail }) => mail.subject)
    assert.equal(status, 200)
    assert.deepEqual([body.source, body.hasPassword, body.editable], ['panel', true, true])
    assert.deepEqual([subjects(smtp), subjects(second)], [['One'], ['Two', 'Three']])
    assert.deepEqual(smtp.arrived[0]?.mail.from, { name: 'Blocks', address: 'post@blocks.example' })
    assert.deepEqual(await statesOf(site), ['kept', 'sent', 'sent', 'sent'])
  },
  { instances: 2 },
)

sqliteTest(
  'without a mail server a mail is written to a file and never listed as sent',
  async (site) => {
    const notch = await owner(site)
    await queue(site, ['Hello'])
    await site.app.mailWorker.flush()

    const { items } = (await notch.get('/admin/mail')).body
    const sent = (await notch.get('/admin/mail', { state: 'sent' })).body.items
    const kept = (await notch.get('/admin/mail', { state: 'kept' })).body.items
    const retried = await notch.send('POST', `/admin/mail/${items[0].id}/retry`)

    assert.deepEqual([items[0].state, items[0].sentAt], ['kept', null])
    assert.ok(items[0].keptAt)
    assert.deepEqual([sent.length, kept.length], [0, 1])
    assert.equal(retried.body.error, 'mail.notfound')
    assert.equal((await site.mails()).length, 1)
  },
)

sqliteTest('the password of the mail server is neither shown nor logged', async (site) => {
  await using smtp = await openMailServer({ login: LOGIN })
  const notch = await owner(site)

  const saved = await notch.send('PUT', PATH, formOf(smtp))
  const tried = await notch.send('POST', `${PATH}/test`, formOf(smtp, { password: undefined }))
  const shown = await notch.get(PATH)
  await notch.send('DELETE', PATH)
  const audit = await auditEntries(site, 'mail.server-changed', 'mail.server-removed')
  const rows = await site.app.db.selectFrom('setting').selectAll().execute()

  assert.equal(tried.body.sent, true)
  assert.equal(audit.length, 2)
  const written = [saved.text, tried.text, shown.text, site.logLines, audit, rows]
  assert.doesNotMatch(JSON.stringify(written), new RegExp(LOGIN.password))
})

sqliteTest('a secret that is both user and password is not shown as the user', async (site) => {
  await using smtp = await openMailServer({ login: { user: 'token-1', password: 'token-1' } })
  const notch = await owner(site)
  const form = formOf(smtp, { user: 'token-1', password: 'token-1' })

  const { body } = await notch.send('PUT', PATH, form)
  const kept = await notch.send('PUT', PATH, { ...form, user: '', password: undefined })
  await queue(site, ['Hello'])
  await site.app.mailWorker.flush()

  assert.deepEqual([body.user, kept.body.user], ['', ''])
  assert.equal(smtp.arrived.length, 1)
  const audit = await auditEntries(site, 'mail.server-changed')
  assert.doesNotMatch(JSON.stringify([body, audit]), /token-1/)
})

sqliteTest('a stored password is not sent to another server or with another user', async (site) => {
  await using smtp = await openMailServer({ login: LOGIN })
  await using other = await openMailServer({ login: LOGIN })
  const notch = await owner(site)
  await notch.send('PUT', PATH, formOf(smtp))
  const without = (changes: object) => ({ ...formOf(smtp, changes), password: undefined })

  const replies = []
  for (const changes of [{ port: formOf(other).port }, { user: 'x' }, { security: 'starttls' }]) {
    replies.push(await notch.send('PUT', PATH, without(changes)))
    replies.push(await notch.send('POST', `${PATH}/test`, without(changes)))
  }
  const same = await notch.send('PUT', PATH, without({ from: 'new@blocks.example' }))

  const faults = replies.map(({ status, body }) => [status, body.fields?.[0]?.field])
  assert.deepEqual(faults, Array(6).fill([400, 'password']))
  assert.deepEqual([same.status, same.body.from], [200, 'new@blocks.example'])
  assert.deepEqual(other.arrived, [])
})

sqliteTest('only a superuser sets, tests or removes the mail server', async (site) => {
  await using smtp = await openMailServer({ login: LOGIN })
  const alex = await administrator(site, ['panel.mail.manage'])

  const shown = await alex.get(PATH)
  const refused = [
    await alex.send('PUT', PATH, formOf(smtp)),
    await alex.send('POST', `${PATH}/test`, formOf(smtp)),
    await alex.send('DELETE', PATH),
  ]

  assert.deepEqual([shown.status, shown.body.editable], [200, false])
  assert.deepEqual(
    refused.map(({ body }) => body.error),
    Array(3).fill('auth.forbidden'),
  )
  assert.deepEqual(smtp.arrived, []) // other administrators cannot make the site connect to an address
})

mailTest(
  'a mail server set by SMTP_URL cannot be changed in the panel',
  async (site, smtp) => {
    const notch = await owner(site)

    const { body, text } = await notch.get(PATH)
    const refused = [
      await notch.send('PUT', PATH, formOf(smtp)),
      await notch.send('POST', `${PATH}/test`, formOf(smtp)),
      await notch.send('DELETE', PATH),
    ]

    const { source, editable, hasPassword, user } = body
    assert.deepEqual({ source, editable, hasPassword, user }, ENVIRONMENT)
    assert.doesNotMatch(text, /secret/)
    assert.deepEqual(
      refused.map(({ status, body: { error } }) => [status, error]),
      Array(3).fill([409, 'mail.byenvironment']),
    )
  },
  { login: LOGIN },
)

const ENVIRONMENT = { source: 'environment', editable: false, hasPassword: true, user: '' }

siteTest(
  'concurrent changes of the mail server are applied one after the other',
  async (site) => {
    const notch = await owner(site)
    const form = formOf({ url: 'smtp://127.0.0.1:25' })
    const hosts = Array.from({ length: 10 }, (_, number) => `mx${number}.blocks.example`)

    const replies = await Promise.all(
      hosts.flatMap((host, turn) => [
        notch.send('PUT', PATH, { ...form, host }, turn % 2),
        ...(turn % 5 === 0 ? [notch.send('DELETE', PATH, undefined, turn % 2)] : []),
      ]),
    )

    site.wait(2 * SECOND) // the last change may have been the other instance's
    const entries = await auditEntries(site, 'mail.server-changed', 'mail.server-removed')
    const hostOf = (text: string | null) => text?.slice(0, text.indexOf(':')) ?? null
    const befores = entries.map(({ before }) => hostOf(before)).sort()
    const afters = entries.map(({ after }) => hostOf(after)).sort()
    const { body } = await notch.get(PATH)
    assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [200, 204])
    // Every value except the last was replaced or removed once.
    assert.deepEqual([...befores, body.host || null].sort(), [...afters, null].sort())
  },
  { instances: 2 },
)

siteTest('rotating the keys encrypts the mail server settings with the new key', async (site) => {
  await using smtp = await openMailServer({ login: LOGIN })
  const { cleanupJobs } = await import('../../src/jobs.ts')
  const notch = await owner(site)
  await notch.send('PUT', PATH, formOf(smtp))
  const { kid } = await site.app.keys.rotate()

  await cleanupJobs(site.app).rotateKeys()
  const row = await site.app.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'mail.server')
    .executeTakeFirstOrThrow()
  site.app.smtpConfig.invalidate()
  await queue(site, ['Hello'])
  await site.app.mailWorker.flush()

  assert.ok(row.value.startsWith(`${kid}.`))
  assert.equal(smtp.arrived.length, 1)
})

sqliteTest('replies to mails go to the reply address of the site', async (site) => {
  await site.player('Steve')
  const mail = async () => {
    await site.browser().post('/auth/reset', { email: 'steve@example.org' })
    return (await site.mails()).at(-1)
  }

  const before = await mail()
  await set(site, 'replyTo', 'help@blocks.example')
  site.wait(SECOND)
  const after = await mail()

  assert.deepEqual(
    [before?.replyTo, after?.replyTo?.[0]?.address],
    [undefined, 'help@blocks.example'],
  )
  assert.match(before?.text ?? '', /Nobody reads replies/)
  assert.match(after?.text ?? '', /Just answer it/)
})
