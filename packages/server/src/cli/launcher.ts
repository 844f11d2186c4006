import { type LauncherProduct, launcherProducts } from '@portal/contract'
import { Argument, Command } from 'commander'
import { COMMAND_LINE } from '../audit/actor.ts'
import { probeLauncher } from '../operations/probe/probe-launcher.ts'
import { report } from './doctor.ts'
import { command, withApp } from './output.ts'

export function launcherCommands(): Command[] {
  return [
    new Command('launcher').description('launchers that sign players in'),

    command('launcher probe')
      .description(
        'sign in as a launcher does, as a player whom nobody sees; exits with 1 if a step is bad',
      )
      .addArgument(new Argument('<product>', 'what to try').choices(launcherProducts))
      .action((product: LauncherProduct, options: { json?: boolean }) =>
        withApp(async (app) => report(await probeLauncher(app, COMMAND_LINE, product), options)),
      ),
  ]
}
