import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Email } from '@portal/contract'
import PostalMime from 'postal-mime'
import { Check } from 'typebox/value'
import { DAY, HOUR, MINUTE, SECOND } from '../src/platform/clock.ts'
import { renderMail } from '../src/platform/mail/mail.ts'
import { sealMail } from '../src/platform/mail/outbox.ts'
import {
  insertMail,
  listMails,
  reviveDeadMails,
  reviveMail,
} from '../src/platform/mail/outbox-store.ts'
import { hirePostman } from '../src/platform/mail/postman.ts'
import { changeSetting } from '../src/settings/change-setting.ts'
import type { SettingName } from '../src/settings/setting.ts'
import { databases, openSite, PASSWORD, type Site, type SiteOptions, siteTest } from './site.ts'
import { type MailServer, openMailServer } from './smtp.ts'
import { until } from './until.ts'

/** One story on both databases, with a mail server of its own behind SMTP_URL. */
function mailTest(
  name: string,
  story: (site: Site, smtp: MailServer) => Promise<void>,
  options: SiteOptions & { login?: { user: string; password: string } } = {},
): void {
  for (const database of databases) {
    test(`${name} (${database})`, async () => {
      const smtp = await openMailServer({ login: options.login })
      const env = { SMTP_URL: smtp.url, ...options.env }
      const site = await openSite(database, { ...options, env })
      try {
        await set(site, 'emailConfirmation', 'off') // a registration mails nobody
        await story(site, smtp)
      } finally {
        await smtp.close() // before the site, which would wait for a mail under way
        await site.close()
      }
    })
  }
}

async function set(site: Site, name: SettingName, text: string): Promise<void> {
  await changeSetting(site.app, { name, text }, { actor: 'command', ip: null })
}

/** Steve signs in with a program he never used: the site owes him a mail about it. */
async function causeMail(site: Site): Promise<{ status: number }> {
  await site.player('Steve')
  return site.browser({ agent: 'curl/8.0', ip: '203.0.113.9' }).logIn('Steve', PASSWORD)
}

async function queue(site: Site, subjects: readonly string[], to = 'steve@example.org') {
  const generation = await site.app.keys.newest()
  for (const subject of subjects) {
    const mail = { kind: 'test', to, subject, text: 'Text.\n', html: '<p>Text.</p>' }
    await insertMail(site.app.db, sealMail(site.app, generation, mail))
    site.wait(1) // two mails of one instant have no order
  }
}

async function onlyMail(site: Site) {
  const [mail, ...more] = await listMails(site.app.db, 10)
  assert.ok(mail)
  assert.equal(more.length, 0)
  return mail
}

mailTest(
  'a sign-in from a new device is mailed in text and HTML, from MAIL_FROM to the player',
  async (site, smtp) => {
    const reply = await causeMail(site)

    await site.app.postman.round()

    const { id } = await onlyMail(site)
    const [{ mail, ...envelope } = assert.fail('no mail'), ...more] = smtp.arrived
    assert.equal(reply.status, 200)
    assert.equal(more.length, 0)
    assert.deepEqual(envelope, {
      from: 'post@portal.example',
      to: ['steve@example.org'],
      taken: true,
    })
    assert.deepEqual(
      { from: mail.from, to: mail.to, subject: mail.subject, date: mail.date, id: mail.messageId },
      {
        from: { name: 'The Portal', address: 'post@portal.example' },
        to: [{ name: '', address: 'steve@example.org' }],
        subject: 'New sign-in to Portal',
        date: '2030-01-01T12:00:00.000Z',
        id: `<${id}@localhost>`,
      },
    )
    for (const form of [mail.text ?? '', mail.html ?? '']) {
      assert.match(form, /Hello, Steve!/)
      assert.match(form, /new device: curl, address 203\.0\.113\.9, January 1, 2030/)
      assert.match(form, /http:\/\/localhost:8080/)
    }
    assert.match(mail.html ?? '', /^<!doctype html>/)
    assert.doesNotMatch(mail.text ?? '', /</)
  },
  { env: { MAIL_FROM: 'The Portal <post@portal.example>' } },
)

mailTest(
  'the name and password of SMTP_URL open a mail server that asks for them',
  async (site, smtp) => {
    await queue(site, ['Hello'])

    await site.app.postman.round()

    assert.deepEqual(
      smtp.arrived.map(({ mail }) => mail.subject),
      ['Hello'],
    )
  },
  { login: { user: 'portal', password: 'p@ss:w/rd' } },
)

mailTest('a sign-in that fails half-way mails nobody', async (site, smtp) => {
  const steve = await site.player('Steve')
  await site.app.db.schema.alterTable('audit').renameTo('audit_away').execute() // written after the mail

  const failed = await site.browser({ agent: 'curl/8.0' }).logIn('Steve', PASSWORD)
  await site.app.postman.round()

  await site.app.db.schema.alterTable('audit_away').renameTo('audit').execute()
  const sessions = await site.app.db.selectFrom('session').select('player_id').execute()
  assert.equal(failed.status, 500)
  assert.deepEqual(
    sessions.map(({ player_id }) => player_id),
    [steve.id],
  )
  assert.deepEqual(await listMails(site.app.db, 10), [])
  assert.deepEqual(smtp.arrived, [])
})

for (const code of [451, 550]) {
  mailTest(
    `a mail refused with ${code} is tried again after growing pauses, and is dead after the last try`,
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

mailTest('a mail that was refused does not keep back the next one', async (site, smtp) => {
  await queue(site, ['Refused'], 'nobody@example.org')
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
  assert.deepEqual(
    smtp.arrived.map(({ mail }) => mail.subject),
    ['One', 'Two'],
  )
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

/** Refuses every mail until it is dead, and takes mail from then on. */
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
  'of two instances that empty the outbox at once, one sends each mail',
  async (site, smtp) => {
    const subjects = Array.from({ length: 20 }, (_, turn) => `Mail ${turn + 10}`)
    await queue(site, subjects)

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
    const { promise: never, resolve: letGo } = Promise.withResolvers<void>()
    const dying = hirePostman(site.app, { carry: () => never, close: () => undefined })
    const round = dying.round()
    await until(async () => (await onlyMail(site)).tries === 1)
    await dying.stop(0)

    site.wait(2 * MINUTE - 1)
    await site.app.postman.round()
    const early = smtp.arrived.length
    site.wait(1)
    await site.app.postman.round()

    const { tries, sentAt } = await onlyMail(site)
    assert.deepEqual([early, smtp.arrived.length], [0, 1])
    assert.deepEqual({ tries, sentAt }, { tries: 2, sentAt: site.now() })
    letGo()
    await round
  },
)

mailTest('what a mail says is sealed while it waits and wiped when it was sent', async (site) => {
  const generation = await site.app.keys.newest()
  const secret = 'https://portal.example/reset?hash=0123456789'
  const mail = { kind: 'reset', to: 'a@example.org', subject: 'Reset', text: secret, html: secret }
  await insertMail(site.app.db, sealMail(site.app, generation, mail))

  const waits = await site.app.db.selectFrom('outbox').selectAll().execute()
  await site.app.postman.round()
  const sent = await site.app.db.selectFrom('outbox').selectAll().execute()

  const kept = JSON.stringify(waits)
  const sealed = waits[0]?.sealed_mail ?? ''
  assert.ok(sealed.length > secret.length)
  for (const form of ['hash=0123', Buffer.from(secret).toString('base64url').slice(4, 40)]) {
    assert.ok(!kept.includes(form))
  }
  assert.deepEqual(
    sent.map(({ kind, sealed_mail }) => ({ kind, sealed_mail })),
    [{ kind: 'reset', sealed_mail: '' }],
  )
})

mailTest(
  'line breaks in a mail make no headers and no recipients of their own',
  async (site, smtp) => {
    const to = 'steve@example.org\r\nBcc: thief@example.net'
    const generation = await site.app.keys.newest()
    const subject = 'Hello\r\nBcc: thief@example.net\r\n\r\nBody'
    const evil = { kind: 'test', subject, text: 'Text.\r\n.\r\nQUIT\r\n', html: '<p>Text.</p>' }
    await insertMail(site.app.db, sealMail(site.app, generation, { ...evil, to: 'a@example.org' }))

    await site.app.postman.round()

    const [{ to: recipients, mail } = assert.fail('no mail')] = smtp.arrived
    assert.equal(Check(Email, to), false)
    assert.deepEqual(recipients, ['a@example.org'])
    assert.deepEqual(mail.headers.map(({ key }) => key).sort(), [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    assert.equal(mail.subject, 'Hello Bcc: thief@example.net  Body')
    assert.equal(mail.text?.trimEnd().replaceAll('\r', ''), 'Text.\n.\nQUIT')
  },
)

mailTest('a site name with markup stays text in a mail', async (site, smtp) => {
  const name = `<img src=x onerror="alert('1')"> & <b>Co`
  await set(site, 'siteName', name)

  await causeMail(site)
  await site.app.postman.round()

  const [{ mail } = assert.fail('no mail')] = smtp.arrived
  const escaped = `&lt;img src=x onerror=&quot;alert('1')&quot;&gt; &amp; &lt;b&gt;Co`
  assert.equal(mail.subject, `New sign-in to ${name}`)
  assert.ok(mail.text?.includes(`sent by ${name}.`))
  assert.ok(mail.html?.includes(`sent by ${escaped}.`))
  assert.doesNotMatch(mail.html ?? '', /<img|<b>/)
})

test('every part of a letter is escaped in its HTML form', () => {
  const mail = renderMail({
    kind: 'test',
    to: 'steve@example.org',
    locale: 'en',
    siteName: '<1>',
    subject: '<2>',
    paragraphs: ['<3>'],
    code: '<4>',
    button: { label: '<5>', url: 'https://portal.example/?a="><6>' },
  })

  const tags = new Set(mail.html.match(/<[^!/ >]+/g))
  assert.deepEqual([...tags].sort(), [
    '<a',
    '<body',
    '<div',
    '<head',
    '<html',
    '<meta',
    '<p',
    '<title',
  ])
  assert.ok(mail.html.includes('href="https://portal.example/?a=&quot;&gt;&lt;6&gt;"'))
  for (const part of ['<1>', '<3>', '<4>', '<5>', '<6>']) assert.ok(mail.text.includes(part))
})

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
    ['info', 'steve@example.org', 'SMTP_URL is not set: the mail was kept as a file'],
  )
})

mailTest('a postman stops within his patience while the mail server hangs', async (site, smtp) => {
  smtp.mood = 'silent'
  await queue(site, ['Hello'])
  site.app.postman.wake()
  await until(() => smtp.connections() === 1)

  await site.app.postman.stop(20)

  const { tries, sentAt, deadAt, lastError } = await onlyMail(site)
  assert.deepEqual({ tries, sentAt, deadAt, lastError }, waiting({ tries: 1 })) // the try goes on
})

siteTest('a postman who stopped leaves the mail under way to its lease', async (site) => {
  const { promise: carried, reject: fail } = Promise.withResolvers<void>()
  await site.app.postman.stop(0)
  await queue(site, ['Hello'])
  const postman = hirePostman(site.app, { carry: () => carried, close: () => undefined })
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
  const carried: string[] = []
  const carrier = {
    async carry({ subject }: { subject: string }) {
      carried.push(subject)
      await taken
    },
    close: () => void carried.push('closed'),
  }
  await site.app.postman.stop(0)
  await queue(site, ['One', 'Two'])
  const postman = hirePostman(site.app, carrier)
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

function waiting({ tries }: { tries: number }) {
  return { tries, sentAt: null, deadAt: null, lastError: null }
}
