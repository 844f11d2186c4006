import assert from 'node:assert/strict'
import type { KyselyPlugin } from 'kysely'
import { MailWorker } from '../../src/mail/mail-worker.ts'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { wireTest } from '../support/proxied-site.ts'
import { type Site, siteTest } from '../support/site.ts'
import { until } from '../support/wait-until.ts'
import { ONE, onlyMail, queue } from './mail-site.ts'

/** A postman of a process whose database can be taken away. */
function postmanOf(site: Site, onSent = () => {}) {
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
  const carrier = {
    async carry({ subject }: { subject: string }) {
      sent.push(subject)
      onSent()
      return 'smtp' as const
    },
    close: () => undefined,
  }
  const app = { ...site.app, db: site.app.db.withPlugin(plugin) }
  return { away, sent, postman: new MailWorker(app, carrier, ONE) }
}

siteTest(
  'a mail is sent once though its sender lost the database before it was written down',
  async (site) => {
    await site.app.postman.stop(0)
    await queue(site, ['Your code'])
    const first = postmanOf(site, () => {
      first.away.is = true
    })
    const second = postmanOf(site)
    const round = first.postman.round()
    await until(() => first.away.noticed > 0)

    site.wait(2 * MINUTE) // the lease is over, and the database is back for the other process
    await second.postman.round()
    first.away.is = false
    await round
    site.wait(30 * SECOND)
    await second.postman.round()

    const { tries, sentAt, lastError } = await onlyMail(site)
    assert.deepEqual([first.sent, second.sent], [['Your code'], []])
    assert.deepEqual([tries, sentAt !== null, lastError], [1, true, null])
    await Promise.all([first, second].map(({ postman }) => postman.stop(0)))
  },
)

siteTest(
  'a postman who stops while the database is away leaves the mail to the others',
  async (site) => {
    await site.app.postman.stop(0)
    await queue(site, ['Your code'])
    const first = postmanOf(site, () => {
      first.away.is = true
    })
    const second = postmanOf(site)
    const round = first.postman.round()
    await until(() => first.away.noticed > 0)

    await first.postman.stop(0)
    await round
    site.wait(2 * MINUTE)
    await second.postman.round()
    const doubted = second.sent.length
    site.wait(30 * SECOND)
    await second.postman.round()

    assert.deepEqual([doubted, second.sent], [0, ['Your code']])
    await second.postman.stop(0)
  },
)

wireTest('a mail is written down as soon as PostgreSQL is back', async ({ site, wire }) => {
  await site.app.postman.stop(0)
  await queue(site, ['Your code'])
  const cut: Promise<void>[] = []
  const sender = postmanOf(site, () => void cut.push(wire.cut()))
  const round = sender.postman.round()
  await until(() => site.logLines.some((line) => line.includes('could not be written down')))
  await Promise.all(cut)

  await wire.mend()
  await round

  const { tries, sentAt } = await onlyMail(site)
  assert.deepEqual([sender.sent, tries, sentAt], [['Your code'], 1, site.now()])
  await sender.postman.stop(0)
})
