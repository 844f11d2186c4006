import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openSite } from '../site.ts'
import { onlyMail, queue } from './mail-site.ts'

/** Mail servers that cannot be trusted with a code: how SMTP_URL names them, and what they are. */
const WORSE: { what: string; url: (port: number) => string; server: SMTPServerOptions }[] = [
  {
    what: 'speaks no TLS, where SMTP_URL says requireTLS=true',
    url: (port) => `smtp://127.0.0.1:${port}?requireTLS=true`,
    server: { disabledCommands: ['AUTH', 'STARTTLS'] },
  },
  {
    what: 'has a certificate that nobody vouches for, by smtps',
    url: (port) => `smtps://127.0.0.1:${port}`,
    server: { disabledCommands: ['AUTH'], secure: true },
  },
  {
    what: 'has a certificate that nobody vouches for, by STARTTLS',
    url: (port) => `smtp://127.0.0.1:${port}`,
    server: { disabledCommands: ['AUTH'] },
  },
]

for (const { what, url, server } of WORSE) {
  test(`no mail goes to a server that ${what}`, async () => {
    const senders: string[] = []
    const smtp = new SMTPServer({
      ...server,
      onMailFrom({ address }, _session, done) {
        senders.push(address)
        done()
      },
    })
    smtp.on('error', () => undefined) // a client that hangs up over the certificate
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as AddressInfo
    const site = await openSite('SQLite', { env: { SMTP_URL: url(port) } })
    try {
      await queue(site, ['Your code'])

      await site.app.postman.round()

      const { tries, sentAt, lastError } = await onlyMail(site)
      assert.deepEqual({ senders, tries, sentAt }, { senders: [], tries: 1, sentAt: null })
      assert.match(lastError ?? '', /certificate|STARTTLS|TLS/i)
    } finally {
      await new Promise<void>((resolve) => void smtp.close(resolve))
      await site.close()
    }
  })
}
