import assert from 'node:assert/strict'
import type { KyselyPlugin } from 'kysely'
import { OutboxWorker } from '../../src/mail/mail-worker.ts'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { ONE, onlyMail, queue } from './mail-site.ts'

/** Makes the mail worker of a process whose database a test can make unavailable. */
function workerOf(site: Site, onSent = () => {}) {
  const away = { is: false, noticed: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!away.is) return node
      away.noticed += 1
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
    transformResult: async ({ result }) => result,
  }
  const sent: string[] = []
  const transport = {
    async send({ subject }: { subject: string }) {
      sent.push(subject)
      onSent()
      return 'smtp' as const
    },
    close: () => undefined,
  }
  const app = { ...site.app, db: site.app.db.withPlugin(plugin) }
  return { away, sent, worker: new OutboxWorker(app, transport, ONE) }
}

siteTest('a mail is sent once even if its sender then loses the database', async (site) => {
  await site.app.mailWorker.stop(0)
  await queue(site, ['Your code'])
  const first = workerOf(site, () => {
    first.away.is = true
  })
  const second = workerOf(site)
  const flush = first.worker.flush()
  await waitUntil(() => first.away.noticed > 0)

  site.wait(2 * MINUTE) // the lease is over, and the database is back for the other process
  await second.worker.flush()
  first.away.is = false
  await flush
  site.wait(30 * SECOND)
  await second.worker.flush()

  const { tries, sentAt, lastError } = await onlyMail(site)
  assert.deepEqual([first.sent, second.sent], [['Your code'], []])
  assert.deepEqual([tries, sentAt !== null, lastError], [1, true, null])
  await Promise.all([first, second].map(({ worker }) => worker.stop(0)))
})

sqliteTest(
  'a worker that stops during an outage leaves its mail to other workers',
  async (site) => {
    await site.app.mailWorker.stop(0)
    await queue(site, ['Your code'])
    const first = workerOf(site, () => {
      first.away.is = true
    })
    const second = workerOf(site)
    const flush = first.worker.flush()
    await waitUntil(() => first.away.noticed > 0)

    await first.worker.stop(0)
    await flush
    site.wait(2 * MINUTE)
    await second.worker.flush()
    const doubted = second.sent.length
    site.wait(30 * SECOND)
    await second.worker.flush()

    assert.deepEqual([doubted, second.sent], [0, ['Your code']])
    await second.worker.stop(0)
  },
)

networkFaultTest(
  'a mail sent during an outage is recorded as sent once PostgreSQL is back',
  async ({ site, proxy }) => {
    await site.app.mailWorker.stop(0)
    await queue(site, ['Your code'])
    const cut: Promise<void>[] = []
    const sender = workerOf(site, () => void cut.push(proxy.cut()))
    const flush = sender.worker.flush()
    await waitUntil(() =>
      site.logLines.some((line) => line.includes('marking a mail as sent failed')),
    )
    await Promise.all(cut)

    await proxy.restore()
    await flush

    const { tries, sentAt } = await onlyMail(site)
    assert.deepEqual([sender.sent, tries, sentAt], [['Your code'], 1, site.now()])
    await sender.worker.stop(0)
  },
)
