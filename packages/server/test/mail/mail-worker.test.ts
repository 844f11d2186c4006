import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MailWorker } from '../../src/mail/mail-worker.ts'
import { listMails } from '../../src/mail/outbox-store.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { siteTest } from '../support/site.ts'
import { until } from '../support/wait-until.ts'
import { causeMail, mailTest, ONE, onlyMail, queue, waiting } from './mail-site.ts'

siteTest('without SMTP_URL a mail is kept as a file, and the log says so', async (site) => {
  await causeMail(site)

  await site.app.postman.round()

  const folder = join(site.dataDir, 'mail')
  const [name = '', ...more] = readdirSync(folder)
  const file = join(folder, name)
  const mail = await PostalMime.parse(readFileSync(file))
  const { sentAt } = await onlyMail(site)
  const logged = site.logLines.map((line) => JSON.parse(line)).find((line) => line.file === file)
  assert.match(name, /^2030-01-01T12-00-00-000Z-new-device-[0-9a-f]{6}\.eml$/)
  assert.equal(more.length, 0)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(mail.to?.[0]?.address, 'steve@example.org')
  assert.equal(sentAt, site.now())
  assert.deepEqual(
    [logged?.level, logged?.to, logged?.msg],
    ['info', 'steve@example.org', 'no mail server is set: the mail was kept as a file'],
  )
})

mailTest('a postman stops within its patience while the mail server hangs', async (site, smtp) => {
  smtp.mood = 'silent'
  await queue(site, ['Hello'])
  site.app.postman.wake()
  await until(() => smtp.connections() === 1)

  await site.app.postman.stop(20)

  const { tries, sentAt, deadAt, lastError } = await onlyMail(site)
  assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 })) // the try goes on
})

/** A carrier that notes what it carries, and waits for `allowed`, and that it was closed. */
function noting(allowed: Promise<void> = Promise.resolve()) {
  const carried: string[] = []
  const carrier = {
    async carry({ subject }: { subject: string }) {
      carried.push(subject)
      await allowed
      return 'smtp' as const
    },
    close: () => void carried.push('closed'),
  }
  return { carrier, carried }
}

siteTest('a postman who is told while they gather what is due gathers again', async (site) => {
  await site.app.postman.stop(0)
  const { promise: gathered, resolve: end } = Promise.withResolvers<void>()
  const due: string[] = []
  const { carrier, carried } = noting()
  const fill = async (): Promise<void> => {
    const subjects = due.splice(0)
    await gathered
    await queue(site, subjects)
  }
  const postman = new MailWorker(site.app, carrier, { ...ONE, connections: 2, fill })

  postman.wake()
  due.push('Too late for the first')
  const round = postman.round()
  end()
  await round

  assert.deepEqual(carried, ['Too late for the first'])
})

siteTest('a postman also sends what nobody told them of', async (site) => {
  await site.app.postman.stop(0)
  const { carrier, carried } = noting()
  const postman = new MailWorker(site.app, carrier, { ...ONE, looksEvery: 1 })
  await postman.round()

  await queue(site, ['To try again'])
  await until(() => carried.length > 0)
  await postman.stop(MINUTE)

  assert.deepEqual(carried, ['To try again', 'closed'])
})

siteTest('a stopped postman leaves the mail under way to its lease', async (site) => {
  const { promise: carried, reject: fail } = Promise.withResolvers<'smtp'>()
  carried.catch(() => undefined) // it may fail before anybody sends
  await site.app.postman.stop(0)
  await queue(site, ['Hello'])
  const postman = new MailWorker(site.app, { carry: () => carried, close: () => undefined }, ONE)
  const round = postman.round()
  await until(async () => (await onlyMail(site)).tries === 1)

  await postman.stop(0)
  fail(new Error('too late'))
  await round

  const { tries, sentAt, deadAt, lastError } = await onlyMail(site)
  assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 }))
})

siteTest('a postman who stops finishes the mail under way and takes no other', async (site) => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const { carrier, carried } = noting(taken)
  await site.app.postman.stop(0)
  await queue(site, ['One', 'Two'])
  const postman = new MailWorker(site.app, carrier, ONE)
  const round = postman.round()
  await until(() => carried.length === 1)

  const stopped = postman.stop(MINUTE)
  take()
  await stopped
  postman.wake()

  assert.equal(await round, 1)
  assert.deepEqual(carried, ['One', 'closed'])
  const mails = await listMails(site.app.db, 10)
  assert.deepEqual(
    mails.map(({ tries, sentAt }) => ({ tries, sentAt })),
    [
      { tries: 0, sentAt: null },
      { tries: 1, sentAt: site.now() },
    ],
  )
})
