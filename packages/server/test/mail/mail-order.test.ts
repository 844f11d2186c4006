import assert from 'node:assert/strict'
import { type MailKind, mailKinds } from '@portal/contract'
import { SECOND } from '../../src/platform/clock.ts'
import type { Site } from '../support/site.ts'
import type { MailServer } from '../support/smtp.ts'
import { waitUntil } from '../support/wait-until.ts'
import { mailTest, queue, set } from './mail-site.ts'

mailTest('a code is sent before notices that have waited longer', async (site, smtp) => {
  await set(site, 'emailConfirmation', 'on')
  smtp.mood = 'stalls'
  await queueNotices(site, 20)
  site.app.mailWorker.wake()
  await waitUntil(() => smtp.arrived.length === 3)

  await site.player('Steve')
  smtp.takeOne()
  await waitUntil(() => smtp.arrived.length === 4)

  const [, , , fourth] = subjects(smtp)
  assert.match(fourth ?? '', /^[0-9]{6} is your code for Portal$/)
})

mailTest('a reset link is sent before notices that have waited longer', async (site, smtp) => {
  await site.player('Steve')
  smtp.mood = 'stalls'
  await queueNotices(site, 20)
  site.app.mailWorker.wake()
  await waitUntil(() => smtp.arrived.length === 3)

  await site.browser().post('/auth/reset', { email: 'steve@example.org' })
  smtp.takeOne()
  await waitUntil(() => smtp.arrived.length === 4)

  assert.equal(subjects(smtp)[3], 'New password for Portal')
})

mailTest(
  'a code that failed once is sent before new notices',
  async (site, smtp) => {
    smtp.mood = { refuses: 451 }
    await queue(site, ['Late notice'], { kind: 'two-factor', to: '1@example.org' })
    await queue(site, ['Late code'], { kind: 'activation', to: '2@example.org' })
    await site.app.mailWorker.flush()
    smtp.arrived.length = 0
    smtp.mood = 'takes'
    site.wait(30 * SECOND)
    await queue(site, ['Notice', 'Next notice'], { kind: 'two-factor', to: '3@example.org' })
    await queue(site, ['Code', 'Next code'], { kind: 'activation', to: '4@example.org' })

    await site.app.mailWorker.flush()

    assert.deepEqual(subjects(smtp), [
      'Code',
      'Next code',
      'Late code',
      'Notice',
      'Next notice',
      'Late notice',
    ])
  },
  { env: { SMTP_CONNECTIONS: '1' } },
)

const KINDS = Object.keys(mailKinds) as MailKind[] // cast: MailKind is the type of these keys
const ASKED = ['activation', 'export', 'new-address', 'reset', 'test'] as const
const NOTICES = KINDS.filter((kind) => !ASKED.some((asked) => asked === kind))

for (const asked of ASKED) {
  mailTest(
    `a mail that a player requested (${asked}) is sent before every notice`,
    async (site, smtp) => {
      for (const kind of NOTICES) await queue(site, ['Notice'], { kind })
      await queue(site, ['Asked for'], { kind: asked })

      await site.app.mailWorker.flush()

      assert.deepEqual(subjects(smtp), ['Asked for', ...NOTICES.map(() => 'Notice')])
    },
    { env: { SMTP_CONNECTIONS: '1' } },
  )
}

mailTest(
  'SMTP_CONNECTIONS limits how many mails are sent concurrently',
  async (site, smtp) => {
    smtp.mood = 'stalls'
    await queueNotices(site, 12)
    site.app.mailWorker.wake()
    await waitUntil(() => smtp.arrived.length === 5)

    smtp.takeOne()
    await waitUntil(() => smtp.arrived.length === 6)

    assert.equal(smtp.connections(), 5)
  },
  { env: { SMTP_CONNECTIONS: '5' } },
)

mailTest('a mail that hangs at the mail server does not delay other mails', async (site, smtp) => {
  smtp.mood = 'stalls'
  await queue(site, ['Stalled'])
  site.app.mailWorker.wake()
  await waitUntil(() => smtp.arrived.length === 1)
  smtp.mood = 'takes'

  await queue(site, ['Hello'])
  site.app.mailWorker.wake()

  await waitUntil(() => smtp.arrived.length === 2)
  assert.deepEqual(subjects(smtp), ['Stalled', 'Hello'])
})

/** Queues one notice to each of this many players. */
async function queueNotices(site: Site, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await queue(site, [`Notice ${n}`], { kind: 'new-device', to: `player${n}@example.org` })
  }
}

function subjects({ arrived }: MailServer): (string | undefined)[] {
  return arrived.map(({ mail }) => mail.subject)
}
