import { Email } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { isoInstant } from '../platform/clock.ts'
import { carrierOf } from '../platform/mail/carrier.ts'
import { type Mail, renderMail } from '../platform/mail/mail.ts'
import {
  listMails,
  type QueuedMail,
  reviveDeadMails,
  reviveMail,
} from '../platform/mail/outbox-store.ts'
import { newSortableId } from '../platform/random.ts'
import { CommandRefused, jsonOption, print, WrongUsage, withApp } from './output.ts'

const LISTED = 100

export function mailCommand(): Command {
  const command = new Command('mail').description('the outbox')

  jsonOption(command.command('list'))
    .description(`the last ${LISTED} mails`)
    .action((options: { json?: boolean }) =>
      withApp(async (app) => print((await listMails(app.db, LISTED)).map(toLine), options)),
    )

  jsonOption(command.command('retry'))
    .description('try a mail again, or every dead one')
    .argument('[id]')
    .action((id: string | undefined, options: { json?: boolean }) =>
      withApp(async (app) => print({ retried: await retry(app, id) }, options)),
    )

  jsonOption(command.command('test'))
    .description('send a test mail and wait for it')
    .argument('<address>')
    .action((address: string, options: { json?: boolean }) =>
      withApp(async (app) => {
        if (!Check(Email, address)) throw new WrongUsage(`not an e-mail address: ${address}`)
        await sendTest(app, address)
        print({ sent: address, by: app.config.smtpUrl ? 'SMTP' : 'file' }, options)
      }),
    )
  return command
}

async function retry(app: App, id: string | undefined): Promise<number> {
  const now = app.clock.now()
  const retried =
    id === undefined
      ? await reviveDeadMails(app.db, now)
      : Number(await reviveMail(app.db, id, now))
  if (id !== undefined && retried === 0) {
    throw new CommandRefused(`there is no unsent mail ${id}`)
  }
  const entry = { actor: 'command', target: id ?? null, ip: null, after: String(retried) }
  await insertAudit(app.db, newAudit(app, { action: 'mail.retried', ...entry }))
  return retried
}

async function sendTest(app: App, to: string): Promise<void> {
  const carrier = carrierOf(app.config, app.log)
  const now = app.clock.now()
  try {
    await carrier.carry(await testMail(app, to), { id: newSortableId(app.random, now), at: now })
  } finally {
    carrier.close()
  }
}

async function testMail(app: App, to: string): Promise<Mail> {
  const { siteName, defaultLanguage: locale } = await app.settings.read()
  const words = {
    en: { subject: `Test mail from ${siteName}`, paragraphs: ['Mail from your site arrives.'] },
    ru: { subject: `Проверка почты: ${siteName}`, paragraphs: ['Почта вашего сайта доходит.'] },
  }
  return renderMail({ kind: 'test', to, locale, siteName, ...words[locale] })
}

function toLine(mail: QueuedMail) {
  return {
    id: mail.id,
    at: isoInstant(mail.createdAt),
    kind: mail.kind,
    to: mail.recipient,
    state: mail.sentAt !== null ? 'sent' : mail.deadAt !== null ? 'dead' : 'waiting',
    tries: mail.tries,
    error: mail.lastError,
  }
}
