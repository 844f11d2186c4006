import { Email } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { sendTestMail } from '../admin/mail/test-mail.ts'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { change } from '../audit/change.ts'
import { stateOf } from '../mail/outbox.ts'
import { listMails, type QueuedMail, reviveDeadMails, reviveMail } from '../mail/outbox-store.ts'
import { isoInstant } from '../platform/clock.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

const MAX_LISTED = 100

export function mailCommands(): Command[] {
  return [
    new Command('mail').description('the mail outbox'),

    command('mail list')
      .description(`list the last ${MAX_LISTED} mails`)
      .action((options: { json?: boolean }) =>
        withApp(async (app) => print((await listMails(app.db, MAX_LISTED)).map(toLine), options)),
      ),

    command('mail retry')
      .description('try one mail again, or all dead mails if no id is given')
      .argument('[id]')
      .action((id: string | undefined, options: { json?: boolean }) =>
        withApp(async (app) => print({ retried: await retry(app, id) }, options)),
      ),

    command('mail test')
      .description('send a test mail and wait for the result')
      .argument('<address>')
      .action((address: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          if (!Check(Email, address)) throw new WrongUsage(`not an e-mail address: ${address}`)
          const { by, error } = await sendTestMail(app, address)
          if (error !== null) throw new CommandRefused(error)
          print({ sent: address, by: by === 'smtp' ? 'SMTP' : 'file' }, options)
        }),
      ),
  ]
}

async function retry(app: App, id: string | undefined): Promise<number> {
  return change(app, COMMAND_LINE, async ({ tx, now, audit }) => {
    const retried =
      id === undefined ? await reviveDeadMails(tx, now) : Number(await reviveMail(tx, id, now))
    if (id !== undefined && retried === 0) {
      throw new CommandRefused(`there is no unsent mail ${id}`)
    }
    audit('mail.retried', id ?? null, { after: String(retried) })
    return retried
  })
}

function toLine(mail: QueuedMail) {
  return {
    id: mail.id,
    at: isoInstant(mail.createdAt),
    kind: mail.kind,
    to: mail.recipient,
    state: stateOf(mail),
    tries: mail.tries,
    error: mail.lastError,
  }
}
