import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { OutboxWorker } from '../../src/mail/mail-worker.ts'
import { listMails } from '../../src/mail/outbox-store.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { causeMail, mailTest, ONE, onlyMail, queue, waiting } from './mail-site.ts'

sqliteTest('without SMTP_URL a mail is written to a file and logged', async (site) => {
  await causeMail(site)

  await site.app.mailWorker.flush()

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
    ['info', 'steve@example.org', 'mail written to a file: no mail server is set'],
  )
})

mailTest('a worker stops within its timeout while the mail server hangs', async (site, smtp) => {
  smtp.mood = 'silent'
  await queue(site, ['Hello'])
  site.app.mailWorker.wake()
  await waitUntil(() => smtp.connections() === 1)

  await site.app.mailWorker.stop(20)

  const { tries, sentAt, deadAt, lastError } = await onlyMail(site)
  assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 })) // the attempt continues
})

/** Makes a mail transport that waits for `allowed` before it sends. It records the subjects, and that it was closed. */
function noting(allowed: Promise<void> = Promise.resolve()) {
  const carried: string[] = []
  const transport = {
    async send({ subject }: { subject: string }) {
      carried.push(subject)
      await allowed
      return 'smtp' as const
    },
    close: () => void carried.push('closed'),
  }
  return { carrier: transport, carried }
}

sqliteTest('a mail that becomes due while the worker queues mails is sent too', async (site) => {
  await site.app.mailWorker.stop(0)
  const { promise: gathered, resolve: end } = Promise.withResolvers<void>()
  const due: string[] = []
  const { carrier: transport, carried } = noting()
  const enqueuePending = async (): Promise<void> => {
    const subjects = due.splice(0)
    await gathered
    await queue(site, subjects)
  }
  const worker = new OutboxWorker(site.app, transport, { ...ONE, connections: 2, enqueuePending })

  worker.wake()
  due.push('Too late for the first')
  const round = worker.flush()
  end()
  await round

  assert.deepEqual(carried, ['Too late for the first'])
})

sqliteTest('a worker sends a mail even if nothing wakes the worker', async (site) => {
  await site.app.mailWorker.stop(0)
  const { carrier: transport, carried } = noting()
  const worker = new OutboxWorker(site.app, transport, { ...ONE, pollInterval: 1 })
  await worker.flush()

  await queue(site, ['To try again'])
  await waitUntil(() => carried.length > 0)
  await worker.stop(MINUTE)

  assert.deepEqual(carried, ['To try again', 'closed'])
})

sqliteTest('a mail still in progress when its worker stops stays waiting', async (site) => {
  const { promise: carried, reject: fail } = Promise.withResolvers<'smtp'>()
  carried.catch(() => undefined) // it may fail before it is awaited
  await site.app.mailWorker.stop(0)
  await queue(site, ['Hello'])
  const worker = new OutboxWorker(site.app, { send: () => carried, close: () => undefined }, ONE)
  const round = worker.flush()
  await waitUntil(async () => (await onlyMail(site)).tries === 1)

  await worker.stop(0)
  fail(new Error('too late'))
  await round

  const { tries, sentAt, deadAt, lastError } = await onlyMail(site)
  assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 }))
})

sqliteTest('a stopping worker finishes the mail in progress and takes no other', async (site) => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const { carrier: transport, carried } = noting(taken)
  await site.app.mailWorker.stop(0)
  await queue(site, ['One', 'Two'])
  const worker = new OutboxWorker(site.app, transport, ONE)
  const round = worker.flush()
  await waitUntil(() => carried.length === 1)

  const stopped = worker.stop(MINUTE)
  take()
  await stopped
  worker.wake()

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
