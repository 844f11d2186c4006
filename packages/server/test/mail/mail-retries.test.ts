import assert from 'node:assert/strict'
import { OutboxWorker } from '../../src/mail/mail-worker.ts'
import { listMails, reviveDeadMails, reviveMail } from '../../src/mail/outbox-store.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import type { Site } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'
import { waitUntil } from '../support/wait-until.ts'
import { causeMail, mailTest, ONE, onlyMail, queue, waiting } from './mail-site.ts'

for (const code of [451, 550]) {
  mailTest(`a mail refused with ${code} is marked dead after nine attempts`, async (site, smtp) => {
    smtp.mood = { refuses: code }
    await queue(site, ['Hello'])
    const pauses = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]
    pauses.push(12 * HOUR, DAY)

    const tries: number[] = []
    await site.app.mailWorker.flush()
    for (const pause of pauses) {
      site.wait(pause - 1)
      await site.app.mailWorker.flush()
      tries.push(smtp.arrived.length)
      site.wait(1)
      await site.app.mailWorker.flush()
    }
    site.wait(30 * DAY)
    await site.app.mailWorker.flush()

    const { tries: tried, lastError, sentAt, deadAt } = await onlyMail(site)
    assert.deepEqual(tries, [1, 2, 3, 4, 5, 6, 7, 8])
    assert.equal(smtp.arrived.length, 9)
    assert.deepEqual(
      { tried, sentAt, deadAt },
      { tried: 9, sentAt: null, deadAt: site.now() - 30 * DAY },
    )
    assert.match(lastError ?? '', new RegExp(`refused with ${code}`))
    assert.equal(
      site.logLines.filter((line) => line.includes('"mail failed for the last time"')).length,
      1,
    )
  })
}

mailTest('a mail has the same Message-ID at every attempt', async (site, smtp) => {
  smtp.mood = { refuses: 451 }
  await queue(site, ['Hello'])
  await site.app.mailWorker.flush()

  smtp.mood = 'takes'
  site.wait(30 * SECOND)
  await site.app.mailWorker.flush()

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

mailTest('a refused mail does not delay the next one', async (site, smtp) => {
  await queue(site, ['Refused'], { to: 'nobody@example.org' })
  await queue(site, ['Hello'])

  await site.app.mailWorker.flush()

  assert.deepEqual(
    smtp.arrived.map(({ mail }) => mail.subject),
    ['Hello'],
  )
})

mailTest('retrying all dead mails resets their attempts', async (site, smtp) => {
  await queue(site, ['One', 'Two'])
  await killMails(site, smtp)

  const revived = await reviveDeadMails(site.app.db, site.now())
  await site.app.mailWorker.flush()

  const mails = await listMails(site.app.db, 10)
  assert.equal(revived, 2)
  assert.deepEqual(smtp.arrived.map(({ mail }) => mail.subject).sort(), ['One', 'Two'])
  assert.deepEqual(
    mails.map(({ tries, sentAt, deadAt }) => ({ tries, sentAt, deadAt })),
    Array(2).fill({ tries: 1, sentAt: site.now(), deadAt: null }),
  )
})

mailTest('retrying one dead mail leaves the other mails dead', async (site, smtp) => {
  await queue(site, ['One', 'Two'])
  await killMails(site, smtp)
  const [two, one] = await listMails(site.app.db, 10)

  const revived = await reviveMail(site.app.db, one?.id ?? '', site.now())
  const unknown = await reviveMail(site.app.db, 'unknown', site.now())
  await site.app.mailWorker.flush()
  const again = await reviveMail(site.app.db, one?.id ?? '', site.now())

  const [left] = await listMails(site.app.db, 10)
  assert.deepEqual([revived, unknown, again], [true, false, false])
  assert.equal(smtp.arrived.length, 1)
  assert.deepEqual(left, two)
})

/** Refuses all mails until they are dead, and accepts mail from then on. */
async function killMails(site: Site, smtp: MailServer): Promise<void> {
  smtp.mood = { refuses: 550 }
  for (let tries = 0; tries < 9; tries += 1) {
    await site.app.mailWorker.flush()
    site.wait(DAY)
  }
  for (const { deadAt } of await listMails(site.app.db, 10)) assert.ok(deadAt)
  smtp.arrived.length = 0
  smtp.mood = 'takes'
}

const hanging = { silent: 'never greets', stalls: 'never takes the text' } as const

for (const [mood, does] of Object.entries(hanging) as ['silent' | 'stalls', string][]) {
  mailTest(`a sign-in succeeds while the mail server ${does}`, async (site, smtp) => {
    smtp.mood = mood

    const reply = await causeMail(site)
    await waitUntil(() =>
      mood === 'silent' ? smtp.connections() === 1 : smtp.arrived.length === 1,
    )

    const { tries, sentAt, deadAt, lastError, sealedMail } = await onlyMail(site)
    assert.equal(reply.status, 200)
    assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 }))
    assert.notEqual(sealedMail, '')
  })
}

mailTest(
  'the notice of a sign-in is sent once the mail server is reachable again',
  async (site, smtp) => {
    await smtp.close()
    const reply = await causeMail(site)
    await site.app.mailWorker.flush()
    const failed = await onlyMail(site)

    await using next = await openMailServer({ port: smtp.port })
    site.wait(30 * SECOND)
    await site.app.mailWorker.flush()

    assert.equal(reply.status, 200)
    assert.deepEqual([failed.tries, failed.sentAt, failed.deadAt], [1, null, null])
    assert.match(failed.lastError ?? '', /ECONNREFUSED/)
    assert.deepEqual(
      next.arrived.map(({ to }) => to),
      [['steve@example.org']],
    )
  },
)

mailTest('a mail is retried after the mail server closes the connection', async (site, smtp) => {
  smtp.mood = 'hangs up'
  await queue(site, ['Hello'])
  await site.app.mailWorker.flush()
  const failed = await onlyMail(site)

  smtp.mood = 'takes'
  site.wait(30 * SECOND)
  await site.app.mailWorker.flush()

  const sent = await onlyMail(site)
  assert.deepEqual([failed.tries, failed.sentAt, failed.deadAt], [1, null, null])
  assert.deepEqual([sent.tries, sent.sentAt], [2, site.now()])
  assert.equal(smtp.arrived.length, 1)
})

mailTest(
  'each mail is sent once while two instances empty the outbox',
  async (site, smtp) => {
    const subjects = Array.from({ length: 20 }, (_, turn) => `Mail ${turn + 10}`)
    for (const [n, subject] of subjects.entries()) {
      await queue(site, [subject], { to: `${n}@example.org` })
    }

    await Promise.all(site.instances.map(({ app }) => app.mailWorker.flush()))

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
  'another instance sends a mail once the lease of its dead sender ends',
  async (site, smtp) => {
    await queue(site, ['Hello'])
    const { promise: never, resolve: letGo } = Promise.withResolvers<'smtp'>()
    const dying = new OutboxWorker(site.app, { send: () => never, close: () => undefined }, ONE)
    const round = dying.flush()
    await waitUntil(async () => (await onlyMail(site)).tries === 1)
    await dying.stop(0)

    site.wait(2 * MINUTE - 1)
    await site.app.mailWorker.flush()
    const early = smtp.arrived.length
    site.wait(1)
    await site.app.mailWorker.flush() // from now on the sender has 30 s to record that it was sent
    site.wait(30 * SECOND - 1)
    await site.app.mailWorker.flush()
    const doubted = smtp.arrived.length
    site.wait(1)
    await site.app.mailWorker.flush()

    const { tries, sentAt } = await onlyMail(site)
    assert.deepEqual([early, doubted, smtp.arrived.length], [0, 0, 1])
    assert.deepEqual({ tries, sentAt }, { tries: 2, sentAt: site.now() })
    letGo('smtp')
    await round
  },
)
