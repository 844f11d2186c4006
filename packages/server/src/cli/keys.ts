import { Command } from 'commander'
import { COMMAND } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { closeEverySession } from '../session/close-sessions.ts'
import { resealSecrets } from '../two-factor/change-two-factor.ts'
import { command, print, withApp } from './output.ts'

export function keysCommands(): Command[] {
  return [
    new Command('keys').description('keys of tokens and stored secrets'),

    command('keys rotate')
      .description('use new keys from now on; sessions stay signed in')
      .option('--sign-everybody-out', 'close every session of every player as well')
      .action((options: { json?: boolean; signEverybodyOut?: boolean }) =>
        withApp(async (app) => {
          const { kid } = await app.keys.rotate()
          const resealed = await resealSecrets(app)
          await writeAudit(app, { action: 'keys.rotated', ...COMMAND, target: kid })
          const closed = options.signEverybodyOut ? await closeEverySession(app) : 0
          print({ kid, resealed, closed }, options)
        }),
      ),
  ]
}
