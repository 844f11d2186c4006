import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Email } from '@portal/contract'
import { Check } from 'typebox/value'
import { renderMail } from '../../src/mail/mail.ts'
import { sealMail } from '../../src/mail/outbox.ts'
import { insertMail, listMails } from '../../src/mail/outbox-store.ts'
import { newsEditor } from '../content/news/news-editor.ts'
import { pngFile, uploaded } from '../content/pictures/picture-files.ts'
import { PASSWORD } from '../support/site.ts'
import { causeMail, mailTest, onlyMail, queue, set } from './mail-site.ts'

mailTest(
  'a sign-in from a new device is mailed to the player from MAIL_FROM in text and HTML',
  async (site, smtp) => {
    const reply = await causeMail(site)

    await site.app.mailWorker.flush()

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
      assert.match(form, /Hi Steve,/)
      assert.match(form, /new device: unknown program, address 203\.0\.113\.9, January 1, 2030/)
      assert.match(form, /http:\/\/localhost:8080/)
    }
    assert.match(mail.html ?? '', /^<!doctype html>/)
    assert.doesNotMatch(mail.text ?? '', /</)
  },
  { env: { MAIL_FROM: 'The Portal <post@portal.example>' } },
)

mailTest(
  'the mail worker signs in to the mail server with the user of SMTP_URL',
  async (site, smtp) => {
    await queue(site, ['Hello'])

    await site.app.mailWorker.flush()

    assert.deepEqual(
      smtp.arrived.map(({ mail }) => mail.subject),
      ['Hello'],
    )
  },
  { login: { user: 'portal', password: 'p@ss:w/rd' } },
)

mailTest('a failed sign-in sends no mail', async (site, smtp) => {
  const steve = await site.player('Steve')
  await site.app.db.schema.alterTable('audit').renameTo('audit_away').execute() // the audit entry is written last

  const failed = await site.browser({ agent: 'curl/8.0' }).logIn('Steve', PASSWORD)
  await site.app.mailWorker.flush()

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

mailTest(
  'the text of a mail is sealed while it waits and deleted once it is sent',
  async (site) => {
    const generation = await site.app.keys.newest()
    const secret = 'https://portal.example/reset?hash=0123456789'
    const words = { subject: 'Reset', text: secret, html: secret }
    const mail = { kind: 'reset', to: 'a@example.org', ...words } as const
    await insertMail(site.app.db, sealMail(site.app, generation, mail))

    const waits = await site.app.db.selectFrom('outbox').selectAll().execute()
    await site.app.mailWorker.flush()
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
  },
)

mailTest('line breaks in a mail add no headers and no recipients', async (site, smtp) => {
  const to = 'steve@example.org\r\nBcc: thief@example.net'
  const generation = await site.app.keys.newest()
  const subject = 'Hello\r\nBcc: thief@example.net\r\n\r\nBody'
  const words = { subject, text: 'Text.\r\n.\r\nQUIT\r\n', html: '<p>Text.</p>' }
  const evil = { kind: 'test', to: 'a@example.org', ...words } as const
  await insertMail(site.app.db, sealMail(site.app, generation, evil))

  await site.app.mailWorker.flush()

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
})

mailTest('markup in the site name is escaped in a mail', async (site, smtp) => {
  const name = `<img src=x onerror="alert('1')"> & <b>Co`
  await set(site, 'siteName', name)

  await causeMail(site)
  await site.app.mailWorker.flush()

  const [{ mail } = assert.fail('no mail')] = smtp.arrived
  const escaped = `&lt;img src=x onerror=&quot;alert('1')&quot;&gt; &amp; &lt;b&gt;Co`
  assert.equal(mail.subject, `New sign-in to ${name}`)
  assert.ok(mail.text?.includes(`${name} sent you this mail.`))
  assert.ok(mail.html?.includes(`${escaped} sent you this mail.`))
  assert.doesNotMatch(mail.html ?? '', /<img|<b>/)
})

mailTest('a mail contains the uploaded logo as an attachment', async (site, smtp) => {
  const logo = pngFile(3, { width: 64, height: 64 })
  const url = await uploaded(await newsEditor(site), logo)
  await set(site, 'logoUrl', url)

  await causeMail(site)
  await site.app.mailWorker.flush()
  await set(site, 'logoUrl', 'https://elsewhere.example/logo.png')
  await site.browser({ agent: 'wget/1', ip: '203.0.113.10' }).logIn('Steve', PASSWORD)
  await site.app.mailWorker.flush()

  const [own, other] = smtp.arrived.map(({ mail }) => mail)
  const [part] = own?.attachments ?? []
  assert.match(own?.html ?? '', /<img src="cid:logo@portal" alt=""/)
  assert.doesNotMatch(own?.html ?? '', /class="mark"/)
  assert.deepEqual([part?.contentId, part?.mimeType], ['<logo@portal>', 'image/png'])
  assert.deepEqual([other?.attachments, /<img/.test(other?.html ?? '')], [[], false])
})

test('every part of a mail is escaped in its HTML form', () => {
  const mail = renderMail({
    kind: 'test',
    to: 'steve@example.org',
    locale: 'en',
    site: { siteName: '<1>', accentColor: '', replyTo: '' },
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
    '<span',
    '<style',
    '<title',
  ])
  assert.ok(mail.html.includes('href="https://portal.example/?a=&quot;&gt;&lt;6&gt;"'))
  for (const part of ['<1>', '<3>', '<4>', '<5>', '<6>']) assert.ok(mail.text.includes(part))
})
