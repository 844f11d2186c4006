import type { Command } from 'commander'
import { setupUrl } from '../setup/set-up-site.ts'
import { CommandRefused, command, print, withApp } from './output.ts'

export function setupUrlCommands(): Command[] {
  return [
    command('setup-url')
      .description('print the address that makes the first administrator, valid for 24 hours')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const url = await setupUrl(app)
          if (!url) throw new CommandRefused('the site has an administrator already')
          print({ url }, options)
        }),
      ),
  ]
}
