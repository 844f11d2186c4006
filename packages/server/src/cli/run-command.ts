import { Command, CommanderError } from 'commander'
import { version } from '../platform/version.ts'
import { apiKeyCommands } from './api-key.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { balanceCommands } from './balance.ts'
import { banCommands } from './ban.ts'
import { clientCommands } from './client.ts'
import { consentCommands } from './consent.ts'
import { deletePlayerCommands } from './delete-player.ts'
import { discordCommands } from './discord.ts'
import { doctorCommands } from './doctor.ts'
import { editPlayerCommands } from './edit-player.ts'
import { exportCommands } from './export.ts'
import { codeOfFailure, DONE, WRONG_USAGE } from './failure.ts'
import { grantsCommands } from './grants.ts'
import { identityProviderCommands } from './identity-providers.ts'
import { importCommands } from './import.ts'
import { keysCommands } from './keys.ts'
import { launcherCommands } from './launcher.ts'
import { mailCommands } from './mail.ts'
import { migrateCommands } from './migrate.ts'
import { newsCommands } from './news.ts'
import { permissionCommands } from './permission.ts'
import { groupCommands, roleCommands } from './permission-sets.ts'
import { playerCommands } from './player.ts'
import { playerNameCommands } from './player-names.ts'
import { purchaseCommands } from './purchases.ts'
import { serveCommands } from './serve.ts'
import { settingsCommands } from './settings.ts'
import { setupUrlCommands } from './setup-url.ts'
import { webhookCommands } from './webhook.ts'

/**
 * Runs a command.
 * @param argv the command line without the program name
 * @returns the exit code
 */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await commandTree().parseAsync(argv, { from: 'user' })
    return DONE
  } catch (error) {
    if (!(error instanceof CommanderError)) return codeOfFailure(error)
    return error.exitCode === 0 ? DONE : WRONG_USAGE
  }
}

const allCommands = (): Command[] => [
  ...serveCommands(),
  ...setupUrlCommands(),
  ...playerCommands(),
  ...playerNameCommands(),
  ...deletePlayerCommands(),
  ...grantsCommands(),
  ...banCommands(),
  ...balanceCommands(),
  ...editPlayerCommands(),
  ...exportCommands(),
  ...roleCommands(),
  ...groupCommands(),
  ...permissionCommands(),
  ...settingsCommands(),
  ...keysCommands(),
  ...migrateCommands(),
  ...backupCommands(),
  ...mailCommands(),
  ...doctorCommands(),
  ...auditCommands(),
  ...apiKeyCommands(),
  ...identityProviderCommands(),
  ...clientCommands(),
  ...webhookCommands(),
  ...discordCommands(),
  ...purchaseCommands(),
  ...launcherCommands(),
  ...newsCommands(),
  ...consentCommands(),
  ...importCommands(),
]

/** Makes the program with all commands, each below its topic: `add` below `player role` below `player`. */
export function commandTree(): Command {
  const program = new Command('portal')
    .description('The account service of a Minecraft project.')
    .version(version)
    .exitOverride()
  const placed = new Map([['', program]])
  for (const command of allCommands()) {
    const words = command.name().split(' ')
    const name = words.pop() ?? ''
    const topic = placed.get(words.join(' '))
    if (!topic) throw new Error(`no topic is listed before the command ${command.name()}`)
    placed.set(command.name(), command)
    topic.addCommand(command.name(name).copyInheritedSettings(topic))
  }
  return program
}
