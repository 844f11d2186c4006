import assert from 'node:assert/strict'
import { MailWorker } from '../../src/mail/mail-worker.ts'
import { listMails, reviveDeadMails, reviveMail } from '../../src/mail/outbox-store.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import type { Site } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'
import { until } from '../support/wait-until.ts'
import { causeMail, mailTest, ONE, onlyMail, queue, waiting } from './mail-site.ts'

for (const code of [451, 550]) {
  mailTest(
    `a mail refused with ${code} is retried after growing pauses, and is dead after the last try`,
    async (site, smtp) => {
      smtp.mood = { refuses: code }
      await queue(site, ['Hello'])
      const pauses = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]
      pauses.push(12 * HOUR, DAY)

      const tries: number[] = []
      await site.app.postman.round()
      for (const pause of pauses) {
        site.wait(pause - 1)
        await site.app.postman.round()
        tries.push(smtp.arrived.length)
        site.wait(1)
        await site.app.postman.round()
      }
      site.wait(30 * DAY)
      await site.app.postman.round()

      const { tries: tried, lastError, sentAt, deadAt } = await onlyMail(site)
      assert.deepEqual(tries, [1, 2, 3, 4, 5, 6, 7, 8])
      assert.equal(smtp.arrived.length, 9)
      assert.deepEqual(
        { tried, sentAt, deadAt },
        { tried: 9, sentAt: null, deadAt: site.now() - 30 * DAY },
      )
      assert.match(lastError ?? '', new RegExp(`refused with ${code}`))
      assert.equal(site.logLines.filter((line) => line.includes('"a mail is dead"')).length, 1)
    },
  )
}

mailTest('a mail has the same Message-ID at every try', async (site, smtp) => {
  smtp.mood = { refuses: 451 }
  await queue(site, ['Hello'])
  await site.app.postman.round()

  smtp.mood = 'takes'
  site.wait(30 * SECOND)
  await site.app.postman.round()

  const { id, tries, sentAt, lastError } = await onlyMail(site)
  assert.deepEqual(
    smtp.arrived.map(({ taken, mail }) => [taken, mail.messageId]),
    [
      [false, `<${id}@localhost>`],
      [true, `<${id}@localhost>`],
    ],
  )
  assert.deepEqual({ tries, sentAt, lastError }, { tries: 2, sentAt: site.now(), lastError: null })
})

mailTest('a refused mail does not hold up the next one', async (site, smtp) => {
  await queue(site, ['Refused'], { to: 'nobody@example.org' })
  await queue(site, ['Hello'])

  await site.app.postman.round()

  assert.deepEqual(
    smtp.arrived.map(({ mail }) => mail.subject),
    ['Hello'],
  )
})

mailTest('dead mails are all revived with their tries', async (site, smtp) => {
  await queue(site, ['One', 'Two'])
  await killMails(site, smtp)

  const revived = await reviveDeadMails(site.app.db, site.now())
  await site.app.postman.round()

  const mails = await listMails(site.app.db, 10)
  assert.equal(revived, 2)
  assert.deepEqual(smtp.arrived.map(({ mail }) => mail.subject).sort(), ['One', 'Two'])
  assert.deepEqual(
    mails.map(({ tries, sentAt, deadAt }) => ({ tries, sentAt, deadAt })),
    Array(2).fill({ tries: 1, sentAt: site.now(), deadAt: null }),
  )
})

mailTest('one dead mail is revived and the other stays dead', async (site, smtp) => {
  await queue(site, ['One', 'Two'])
  await killMails(site, smtp)
  const [two, one] = await listMails(site.app.db, 10)

  const revived = await reviveMail(site.app.db, one?.id ?? '', site.now())
  const unknown = await reviveMail(site.app.db, 'unknown', site.now())
  await site.app.postman.round()
  const again = await reviveMail(site.app.db, one?.id ?? '', site.now())

  const [left] = await listMails(site.app.db, 10)
  assert.deepEqual([revived, unknown, again], [true, false, false])
  assert.equal(smtp.arrived.length, 1)
  assert.deepEqual(left, two)
})

/** Refuses a mail until it is dead, and accepts mail from then on. */
async function killMails(site: Site, smtp: MailServer): Promise<void> {
  smtp.mood = { refuses: 550 }
  for (let tries = 0; tries < 9; tries += 1) {
    await site.app.postman.round()
    site.wait(DAY)
  }
  for (const { deadAt } of await listMails(site.app.db, 10)) assert.ok(deadAt)
  smtp.arrived.length = 0
  smtp.mood = 'takes'
}

const hanging = { silent: 'never greets', stalls: 'never takes the text' } as const

for (const [mood, does] of Object.entries(hanging) as ['silent' | 'stalls', string][]) {
  mailTest(`a sign-in is answered while the mail server ${does}`, async (site, smtp) => {
    smtp.mood = mood

    const reply = await causeMail(site)
    await until(() => (mood === 'silent' ? smtp.connections() === 1 : smtp.arrived.length === 1))

    const { tries, sentAt, deadAt, lastError, sealedMail } = await onlyMail(site)
    assert.equal(reply.status, 200)
    assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 }))
    assert.notEqual(sealedMail, '')
  })
}

mailTest(
  'a sign-in is answered while no mail server runs, and mailed later',
  async (site, smtp) => {
    await smtp.close()
    const reply = await causeMail(site)
    await site.app.postman.round()
    const failed = await onlyMail(site)

    await using next = await openMailServer({ port: smtp.port })
    site.wait(30 * SECOND)
    await site.app.postman.round()

    assert.equal(reply.status, 200)
    assert.deepEqual([failed.tries, failed.sentAt, failed.deadAt], [1, null, null])
    assert.match(failed.lastError ?? '', /ECONNREFUSED/)
    assert.deepEqual(
      next.arrived.map(({ to }) => to),
      [['steve@example.org']],
    )
  },
)

mailTest('a mail server that hangs up gets the mail at a later try', async (site, smtp) => {
  smtp.mood = 'hangs up'
  await queue(site, ['Hello'])
  await site.app.postman.round()
  const failed = await onlyMail(site)

  smtp.mood = 'takes'
  site.wait(30 * SECOND)
  await site.app.postman.round()

  const sent = await onlyMail(site)
  assert.deepEqual([failed.tries, failed.sentAt, failed.deadAt], [1, null, null])
  assert.deepEqual([sent.tries, sent.sentAt], [2, site.now()])
  assert.equal(smtp.arrived.length, 1)
})

mailTest(
  'when two instances empty the outbox at once, each mail is sent once',
  async (site, smtp) => {
    const subjects = Array.from({ length: 20 }, (_, turn) => `Mail ${turn + 10}`)
    for (const [n, subject] of subjects.entries()) {
      await queue(site, [subject], { to: `${n}@example.org` })
    }

    await Promise.all(site.instances.map(({ app }) => app.postman.round()))

    assert.deepEqual(smtp.arrived.map(({ mail }) => mail.subject ?? '').sort(), subjects)
    const mails = await listMails(site.app.db, 100)
    assert.deepEqual(
      mails.map(({ tries, sentAt }) => ({ tries, sentAt })),
      Array(20).fill({ tries: 1, sentAt: site.now() }),
    )
  },
  { instances: 2 },
)

mailTest(
  'a mail whose sender died is sent by another when its lease is over',
  async (site, smtp) => {
    await queue(site, ['Hello'])
    const { promise: never, resolve: letGo } = Promise.withResolvers<'smtp'>()
    const dying = new MailWorker(site.app, { carry: () => never, close: () => undefined }, ONE)
    const round = dying.round()
    await until(async () => (await onlyMail(site)).tries === 1)
    await dying.stop(0)

    site.wait(2 * MINUTE - 1)
    await site.app.postman.round()
    const early = smtp.arrived.length
    site.wait(1)
    await site.app.postman.round() // from now on the sender has half a minute to say that it was sent
    site.wait(30 * SECOND - 1)
    await site.app.postman.round()
    const doubted = smtp.arrived.length
    site.wait(1)
    await site.app.postman.round()

    const { tries, sentAt } = await onlyMail(site)
    assert.deepEqual([early, doubted, smtp.arrived.length], [0, 0, 1])
    assert.deepEqual({ tries, sentAt }, { tries: 2, sentAt: site.now() })
    letGo('smtp')
    await round
  },
)
