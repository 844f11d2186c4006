import type { Command } from 'commander'
import { setupUrl } from '../operations/setup/set-up-site.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function setupUrlCommands(): Command[] {
  return [
    command('setup-url')
      .description('print the address where the first administrator is created, valid for 24 hours')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const url = await setupUrl(app)
          if (!url) throw new CommandRefused('the site already has an administrator')
          print({ url }, options)
        }),
      ),
  ]
}
