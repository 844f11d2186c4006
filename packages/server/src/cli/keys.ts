import { Command } from 'commander'
import { COMMAND } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { resealServer } from '../mail/mail-way.ts'
import { closeEverySession } from '../session/close-sessions.ts'
import { resealSecrets } from '../two-factor/change-two-factor.ts'
import { command, print, withApp } from './output.ts'

export function keysCommands(): Command[] {
  return [
    new Command('keys').description('the keys behind tokens and stored secrets'),

    command('keys rotate')
      .description('switch to new keys; players stay signed in')
      .option('--sign-everybody-out', 'also close every session of every player')
      .action((options: { json?: boolean; signEverybodyOut?: boolean }) =>
        withApp(async (app) => {
          const { kid } = await app.keys.rotate()
          const resealed = (await resealSecrets(app)) + (await resealServer(app))
          await writeAudit(app, { action: 'keys.rotated', ...COMMAND, target: kid })
          const closed = options.signEverybodyOut ? await closeEverySession(app) : 0
          print({ kid, resealed, closed }, options)
        }),
      ),
  ]
}
