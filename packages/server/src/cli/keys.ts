import { Command } from 'commander'
import type { App } from '../app.ts'
import { COMMAND } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { resealSecrets } from '../credentials/two-factor/change-two-factor.ts'
import { resealServer } from '../mail/smtp-config.ts'
import { closeEverySession } from '../sessions/close-sessions.ts'
import { command, print, withApp } from './output.ts'

type Options = { json?: boolean; signEverybodyOut?: boolean; yggdrasil?: boolean }

export function keysCommands(): Command[] {
  return [
    new Command('keys').description('the keys behind tokens and stored secrets'),

    command('keys rotate')
      .description('switch to new keys; players stay signed in')
      .option('--sign-everybody-out', 'also close every session of every player')
      .option('--yggdrasil', 'replace only the key that game servers know, which they read anew')
      .action((options: Options) =>
        withApp(async (app) => {
          if (options.yggdrasil) return print(await rotateYggdrasil(app), options)
          const { kid } = await app.keys.rotate()
          const resealed = (await resealSecrets(app)) + (await resealServer(app))
          await writeAudit(app, { action: 'keys.rotated', ...COMMAND, target: kid })
          const closed = options.signEverybodyOut ? await closeEverySession(app) : 0
          print({ kid, resealed, closed }, options)
        }),
      ),
  ]
}

async function rotateYggdrasil(app: App): Promise<{ kid: string }> {
  const { kid } = await app.keys.yggdrasil.rotate()
  await writeAudit(app, { action: 'keys.rotated', ...COMMAND, target: `yggdrasil:${kid}` })
  return { kid }
}
