import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailKind, SettingName } from '@portal/contract'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { sealMail } from '../../src/mail/outbox.ts'
import { insertMail, listMails } from '../../src/mail/outbox-store.ts'
import { DAY } from '../../src/platform/clock.ts'
import { databases, openSite, PASSWORD, type Site, type SiteOptions } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'

/** Runs a test on both databases, with a mail server of its own behind SMTP_URL. */
export function mailTest(
  name: string,
  run: (site: Site, smtp: MailServer) => Promise<void>,
  options: SiteOptions & { login?: { user: string; password: string } } = {},
): void {
  for (const database of databases) {
    test(`${name} (${database})`, async () => {
      const smtp = await openMailServer({ login: options.login })
      const env = { SMTP_URL: smtp.url, ...options.env }
      const site = await openSite(database, { ...options, env })
      try {
        await set(site, 'emailConfirmation', 'off') // a registration sends no mail
        await run(site, smtp)
      } finally {
        await smtp.close() // before the site, which would wait for a mail in progress
        await site.close()
      }
    })
  }
}

/** Changes a setting as the command line does. */
export async function set(site: Site, name: SettingName, text: string): Promise<void> {
  await changeSetting(site.app, { actor: 'command', ip: null }, { name, text })
}

/** Signs Steve in with a new program, so that the site mails a notice. */
export async function causeMail(site: Site): Promise<{ status: number }> {
  await site.player('Steve')
  return site.browser({ agent: 'curl/8.0', ip: '203.0.113.9' }).logIn('Steve', PASSWORD)
}

/** Settings of a mail worker that sends one mail at a time, and only on a wake-up. */
export const ONE = { connections: 1, pollInterval: DAY }

/** Queues one mail for each subject, in their order. */
export async function queue(
  site: Site,
  subjects: readonly string[],
  { to = 'steve@example.org', kind = 'test' }: { to?: string; kind?: MailKind } = {},
): Promise<void> {
  const generation = await site.app.keys.newest()
  for (const subject of subjects) {
    const mail = { kind, to, subject, text: 'Text.\n', html: '<p>Text.</p>' }
    await insertMail(site.app.db, sealMail(site.app, generation, mail))
    site.wait(1) // mails of one instant have no order
  }
}

/** Returns the only mail in the outbox; fails unless there is exactly one. */
export async function onlyMail(site: Site) {
  const [mail, ...more] = await listMails(site.app.db, 10)
  assert.ok(mail)
  assert.equal(more.length, 0)
  return mail
}

/** Returns the expected fields of a mail that was tried this often and waits for its next attempt. */
export function waiting({ tries }: { tries: number }) {
  return { tries, sentAt: null, deadAt: null, lastError: null }
}
