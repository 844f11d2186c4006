import { Command } from 'commander'
import { setupUrl } from '../setup/set-up-site.ts'
import { CommandRefused, jsonOption, print, withApp } from './output.ts'

export function setupUrlCommand(): Command {
  return jsonOption(new Command('setup-url'))
    .description('print the address that makes the first administrator, valid for 24 hours')
    .action((options: { json?: boolean }) =>
      withApp(async (app) => {
        const url = await setupUrl(app)
        if (!url) throw new CommandRefused('the site has an administrator already')
        print({ url }, options)
      }),
    )
}
