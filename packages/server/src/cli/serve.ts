import { Command } from 'commander'
import { configOfProcess } from './output.ts'
import { serve } from './serve-site.ts'

export function serveCommands(): Command[] {
  return [
    new Command('serve')
      .description('serve the site, migrating its database first')
      .action(() => serve(configOfProcess())),
  ]
}
