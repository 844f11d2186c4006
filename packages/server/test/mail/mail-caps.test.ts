import assert from 'node:assert/strict'
import { listMails } from '../../src/mail/outbox-store.ts'
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.ts'
import { scrape } from '../operations/doctor/prometheus.ts'
import { administrator } from '../support/administrator.ts'
import { bearer, outcome, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { mailTest, queue, set } from './mail-site.ts'

const NEXT_ONE = 70 * MINUTE

sqliteTest('an address gets at most ten mails of a kind an hour and thirty a day', async (site) => {
  const beganAt = site.now()
  for (let turn = 0; turn < 5 * 36; turn += 1) {
    await queue(site, ['Hello', 'Again'], { kind: 'new-device' })
    await site.app.mailWorker.flush()
    site.wait(HOUR / 5)
  }

  const { sent } = await outbox(site)
  const inWindow = (from: number, length: number) =>
    sent.filter((at) => at >= from && at < from + length).length
  const first = sent[0] ?? 0
  assert.equal(inWindow(beganAt, HOUR), 10)
  for (const at of sent) {
    assert.ok(inWindow(at, HOUR) <= 10)
    assert.ok(inWindow(at, DAY) <= 30)
  }
  assert.equal(inWindow(first, DAY), 30)
  const gaps = sent.map((at, n) => (sent[n + 1] ?? at) - at)
  assert.ok(Math.max(...gaps) < NEXT_ONE + HOUR / 5 + 2) // an attacker cannot suppress a kind of mail
})

mailTest(
  'writing an address in another letter case does not raise its limit of mails',
  async (site, smtp) => {
    for (let turn = 0; turn < 20; turn += 1) {
      await queue(site, ['Hello'], { to: 'steve@example.org' })
      await queue(site, ['Hello'], { to: 'STEVE@Example.org' })
    }
    await queue(site, ['Hello'], { to: 'alex@example.org' })
    await queue(site, ['Hello'], { kind: 'reset' })

    await Promise.all(site.instances.map(({ app }) => app.mailWorker.flush()))

    const recipients = smtp.arrived.map(({ to }) => to[0]?.toLowerCase() ?? '')
    const counts = Object.groupBy(recipients, (to) => to)
    assert.deepEqual(
      [counts['steve@example.org']?.length, counts['alex@example.org']?.length],
      [10 + 1, 1],
    )
    assert.equal((await outbox(site)).held, 30)
  },
  { instances: 2 },
)

siteTest('mails that exceed the limit are listed as held, without their text', async (site) => {
  const alex = await administrator(site, ['panel.access', 'panel.mail.manage'])
  await site.player('Steve')
  for (let n = 0; n < 12; n += 1) {
    await site.browser({ agent: 'curl/8.0', ip: `203.0.${n}.1` }).logIn('Steve', PASSWORD)
  }

  const mails = await site.mails()

  const { body } = await alex.get('/admin/mail', { state: 'held' })
  const [item] = body.items
  const retried = await alex.send('POST', `/admin/mail/${item.id}/retry`)
  const overview = await alex.get('/admin/overview')
  const { values } = await scrape(site.browser())
  const texts = await site.app.db
    .selectFrom('outbox')
    .select('sealed_mail')
    .where('held_at', 'is not', null)
    .execute()
  assert.equal(mails.length, 10)
  assert.equal(body.items.length, 2)
  assert.deepEqual(
    [item.kind, item.to, item.state, item.heldAt, item.sentAt],
    ['new-device', 'steve@example.org', 'held', new Date(site.now()).toISOString(), null],
  )
  assert.equal(outcome(retried), '404 mail.notfound')
  assert.deepEqual(overview.body.mails, { waiting: 0, dead: 0, held: 2 })
  assert.deepEqual(values('portal_mail_outbox'), { waiting: 0, dead: 0, held: 2 })
  assert.deepEqual(
    texts.map(({ sealed_mail }) => sealed_mail),
    ['', ''],
  )
  site.wait(DAY)
  assert.equal((await scrape(site.browser())).values('portal_mail_outbox').held, 0)
})

sqliteTest('a flood of one kind of mail does not hold back other kinds', async (site) => {
  const steve = await site.player('Steve')
  await queue(site, Array(20).fill('Flood'), { kind: 'new-device' })
  await queue(site, Array(20).fill('Flood'), { kind: 'two-factor' })

  const body = { current: PASSWORD, password: 'a staple of new horses' }
  await steve.browser.post('/cabinet/password', body, bearer(steve.accessToken))
  await site.browser().post('/auth/reset', { email: 'steve@example.org' })

  const subjects = (await site.mails()).map(({ subject }) => subject)
  const others = subjects.filter((subject) => subject !== 'Flood')
  assert.deepEqual(others.sort(), ['New password for Portal', 'Your password was changed: Portal'])
})

siteTest(
  'attackers who request resets all day cannot stop the owner’s reset links',
  async (site) => {
    await site.player('Steve')
    const beganAt = site.now()
    for (let turn = 0; turn < 30 * 4; turn += 1) {
      for (let n = 0; n < 2; n += 1) {
        const client = site.browser({ ip: `203.0.${turn}.${n}` })
        const reply = await client.post('/auth/reset', { email: 'steve@example.org' })
        assert.equal(reply.status, 204)
      }
      await site.app.mailWorker.flush()
      site.wait(HOUR / 4)
    }

    const { sent, held } = await outbox(site)
    const firstDay = sent.filter((at) => at < beganAt + DAY)
    const gaps = sent.map((at, n) => (sent[n + 1] ?? at) - at)
    assert.ok(firstDay.length <= 30)
    assert.ok(held > 0)
    assert.ok(Math.max(...gaps) <= NEXT_ONE + HOUR / 4)
  },
)

sqliteTest('codes for a new address are limited across all players who enter it', async (site) => {
  const [steve, alex, jeb] = [
    await site.player('Steve'),
    await site.player('Alex'),
    await site.player('Jeb'),
  ]
  const ask = async ({ browser }: typeof steve) => {
    const { body } = await browser.refresh()
    const wanted = { email: 'Stranger@example.org', password: PASSWORD }
    const reply = await browser.post('/cabinet/email', wanted, bearer(body.accessToken))
    await site.app.mailWorker.flush()
    return reply
  }

  const replies = []
  for (let turn = 0; turn < 5; turn += 1) replies.push(await ask(steve), await ask(alex))
  const refused = await ask(jeb)
  site.wait(NEXT_ONE - 1)
  const early = await ask(jeb)
  site.wait(1)
  const later = await ask(jeb)

  const codes = (await listMails(site.app.db, 100)).filter(({ kind }) => kind === 'new-address')
  assert.deepEqual(tally(replies), { 204: 10 })
  assert.deepEqual([refused, early].map(outcome), Array(2).fill('429 request.toomany'))
  assert.deepEqual([refused.body.retryAfter, early.body.retryAfter], [NEXT_ONE / 1000, 1])
  assert.equal(later.status, 204)
  assert.equal(codes.length, 11)
  assert.ok(codes.every(({ sentAt, recipient }) => sentAt && recipient === 'Stranger@example.org'))
})

sqliteTest('a code stays valid if the mail with its successor is held back', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  await site.app.mailWorker.flush()
  const headers = async () => bearer((await steve.browser.refresh()).body.accessToken)
  const resend = async () => {
    site.wait(1) // mails of one instant have no order
    const reply = await steve.browser.get('/auth/resend', await headers())
    await site.app.mailWorker.flush()
    return reply
  }

  const replies = []
  for (let turn = 0; turn < 9; turn += 1) {
    if (turn % 3 === 0) site.wait(10 * MINUTE)
    replies.push(await resend())
  }
  site.wait(10 * MINUTE)
  const refused = await resend()

  const last = (await site.mails()).map(({ subject }) => subject?.slice(0, 6)).at(-1)
  const verified = await steve.browser.post('/auth/verify', { code: last }, await headers())
  assert.deepEqual(tally(replies), { 204: 9 })
  assert.equal(outcome(refused), '429 request.toomany')
  assert.equal(verified.status, 200)
})

siteTest('an address gets ten test mails from all administrators together', async (site) => {
  const alex = await administrator(site, ['panel.mail.manage'])
  const jeb = await administrator(site, ['panel.mail.manage'], { username: 'Jeb', ip: '192.0.2.3' })
  const to = 'stranger@example.org'

  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? alex : jeb).send('POST', '/admin/mail/test', { to }),
    ),
  )

  const [refused] = replies.filter(({ status }) => status === 429)
  assert.deepEqual(tally(replies), { 200: 10, '429 request.toomany': 2 })
  assert.equal(refused?.body.retryAfter, NEXT_ONE / 1000)
  assert.equal((await site.mails()).length, 10)
})

/** Returns the instants at which mails were sent, in order, and how many mails were held back. */
async function outbox(site: Site): Promise<{ sent: number[]; held: number }> {
  const mails = await listMails(site.app.db, 1000)
  return {
    sent: mails
      .map(({ sentAt }) => sentAt ?? 0)
      .filter(Boolean)
      .sort(),
    held: mails.filter(({ heldAt }) => heldAt !== null).length,
  }
}
