import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { SECOND } from '../../src/platform/clock.ts'
import { containsSecret } from '../support/contains-secret.ts'
import { openSite } from '../support/site.ts'
import { mailTest, onlyMail, queue, set } from './mail-site.ts'

/** Mail servers that must not get a code, with their SMTP_URL and behavior. */
const WORSE: { what: string; url: (port: number) => string; server: SMTPServerOptions }[] = [
  {
    what: 'does not support TLS when SMTP_URL has requireTLS=true',
    url: (port) => `smtp://127.0.0.1:${port}?requireTLS=true`,
    server: { disabledCommands: ['AUTH', 'STARTTLS'] },
  },
  {
    what: 'has an untrusted certificate over smtps',
    url: (port) => `smtps://127.0.0.1:${port}`,
    server: { disabledCommands: ['AUTH'], secure: true },
  },
  {
    what: 'has an untrusted certificate over STARTTLS',
    url: (port) => `smtp://127.0.0.1:${port}`,
    server: { disabledCommands: ['AUTH'] },
  },
]

for (const { what, url, server } of WORSE) {
  test(`no mail is sent to a server that ${what}`, async () => {
    const senders: string[] = []
    const smtp = new SMTPServer({
      ...server,
      onMailFrom({ address }, _session, done) {
        senders.push(address)
        done()
      },
    })
    smtp.on('error', () => undefined) // the client disconnects because of the certificate
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as AddressInfo
    const site = await openSite('SQLite', { env: { SMTP_URL: url(port) } })
    try {
      await queue(site, ['Your code'])

      await site.app.mailWorker.flush()

      const { tries, sentAt, lastError } = await onlyMail(site)
      assert.deepEqual({ senders, tries, sentAt }, { senders: [], tries: 1, sentAt: null })
      assert.match(lastError ?? '', /certificate|STARTTLS|TLS/i)
    } finally {
      await new Promise<void>((resolve) => void smtp.close(resolve))
      await site.close()
    }
  })
}

mailTest('the text of a refused or sent mail is not logged', async (site, smtp) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  await site.browser().post('/auth/reset', { email: steve.email })

  smtp.mood = { refuses: 451 }
  await site.app.mailWorker.flush()
  smtp.mood = 'takes'
  site.wait(30 * SECOND)
  await site.app.mailWorker.flush()

  const taken = smtp.arrived.filter(({ taken }) => taken)
  const said = taken.map(({ mail }) => `${mail.subject}\n${mail.text}`).join('\n')
  const secrets = [/\b\d{6}\b/, /hash=([\w-]{43})/].map((form) => form.exec(said)?.at(-1) ?? '')
  const log = site.logLines.join('')
  assert.equal(taken.length, 2)
  assert.match(log, /"msg":"mail failed; will retry"/)
  assert.match(log, /"msg":"mail sent"/)
  for (const secret of secrets)
    assert.deepEqual([secret !== '', containsSecret(secret, log)], [true, false])
})
