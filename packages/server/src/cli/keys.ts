import { Command } from 'commander'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { reencryptTotpSecrets } from '../credentials/two-factor/change-two-factor.ts'
import { reencryptSmtpConfig } from '../mail/smtp-config.ts'
import { rotateProviderKeys } from '../openid/rotate-provider-keys.ts'
import { closeEverySession } from '../sessions/close-sessions.ts'
import { command, print, withApp } from './output.ts'

type Options = { json?: boolean; signEverybodyOut?: boolean; yggdrasil?: boolean }

export function keysCommands(): Command[] {
  return [
    new Command('keys').description('the keys behind tokens and stored secrets'),

    command('keys rotate')
      .description('switch to new keys; players stay signed in')
      .option('--sign-everybody-out', 'also close every session of every player')
      .option(
        '--yggdrasil',
        'replace only the key that signs profiles; game servers read the new one',
      )
      .action((options: Options) =>
        withApp(async (app) => {
          if (options.yggdrasil) return print(await rotateYggdrasil(app), options)
          const { kid } = await app.keys.rotate()
          const resealed = (await reencryptTotpSecrets(app)) + (await reencryptSmtpConfig(app))
          await writeAudit(app, { action: 'keys.rotated', ...COMMAND_LINE, target: kid })
          const { kids: openid, tokenReaders } = await rotateProviderKeys(app, COMMAND_LINE)
          const closed = options.signEverybodyOut ? await closeEverySession(app) : 0
          print({ kid, resealed, closed, openid }, options)
          warnOf(tokenReaders)
        }),
      ),
  ]
}

async function rotateYggdrasil(app: App): Promise<{ kid: string }> {
  const { kid } = await app.keys.yggdrasil.rotate()
  await writeAudit(app, { action: 'keys.rotated', ...COMMAND_LINE, target: `yggdrasil:${kid}` })
  return { kid }
}

/**
 * Warns that the programs of these OpenID Connect clients may need a restart. Uses stderr, because scripts read stdout.
 */
function warnOf(clients: readonly string[]): void {
  if (clients.length === 0) return
  console.error(
    `warning: ${clients.join(', ')}: programs that check access tokens themselves may need a restart; GravitLauncher does`,
  )
}
