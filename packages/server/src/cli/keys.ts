import { Command } from 'commander'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { resealSecrets } from '../two-factor/change-two-factor.ts'
import { jsonOption, print, withApp } from './output.ts'

export function keysCommand(): Command {
  const command = new Command('keys').description('keys of tokens and stored secrets')

  jsonOption(command.command('rotate'))
    .description('use new keys from now on; sessions stay signed in')
    .action((options: { json?: boolean }) =>
      withApp(async (app) => {
        const { kid } = await app.keys.rotate()
        const resealed = await resealSecrets(app)
        const entry = { actor: 'command', target: kid, ip: null }
        await insertAudit(app.db, newAudit(app, { action: 'keys.rotated', ...entry }))
        print({ kid, resealed }, options)
      }),
    )
  return command
}
