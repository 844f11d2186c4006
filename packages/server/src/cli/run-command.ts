import { fieldSentence, refusals } from '@portal/contract'
import { Command, CommanderError } from 'commander'
import { BrokenBackup } from '../backup/backup-lines.ts'
import { NoCopy } from '../backup/copy-before-migration.ts'
import { RestoreRefused } from '../backup/read-backup.ts'
import { WrongConfig } from '../config.ts'
import { Refusal } from '../errors.ts'
import { NewerDatabase } from '../platform/database/migrate-store.ts'
import { UnusableDatabase } from '../platform/database/postgres-url.ts'
import { WrongEncryptionKey } from '../platform/keys/key-ring.ts'
import { WrongSetting } from '../settings/setting.ts'
import { version } from '../version.ts'
import { apiKeyCommand } from './api-key.ts'
import { auditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { balanceCommand } from './balance.ts'
import { banCommands } from './ban.ts'
import { doctorCommand } from './doctor.ts'
import { editCommands } from './edit-player.ts'
import { holdingCommands } from './grants.ts'
import { groupCommand } from './group.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { mailCommand } from './mail.ts'
import { migrateCommand } from './migrate.ts'
import { newsCommand } from './news.ts'
import { CommandRefused, WrongUsage } from './output.ts'
import { permissionCommand } from './permission.ts'
import { playerCommand } from './player.ts'
import { roleCommand } from './role.ts'
import { serveCommand } from './serve.ts'
import { settingsCommand } from './settings.ts'
import { setupUrlCommand } from './setup-url.ts'

/** Exit codes of every command (answers, Commands). */
const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/** Runs one command line, `argv` without the program. @returns the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await commandTree().parseAsync(argv, { from: 'user' })
    return DONE
  } catch (error) {
    return codeOfFailure(error)
  }
}

/** Every command with its options, of which a test sees that the documents name no other. */
export function commandTree(): Command {
  const program = new Command('portal')
    .description('The account service of a Minecraft project.')
    .version(version)
    .exitOverride()
  for (const command of [
    serveCommand(),
    setupUrlCommand(),
    editCommands(balanceCommand(banCommands(holdingCommands(playerCommand())))),
    roleCommand(),
    groupCommand(),
    permissionCommand(),
    settingsCommand(),
    keysCommand(),
    migrateCommand(),
    backupCommand(),
    restoreCommand(),
    mailCommand(),
    doctorCommand(),
    auditCommand(),
    apiKeyCommand(),
    newsCommand(),
    importCommand(),
  ]) {
    program.addCommand(command)
  }
  inherit(program)
  return program
}

/** Sub-commands added ready-made do not take over how their parent ends. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inherit(command)
  }
}

function codeOfFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
  if (error instanceof WrongUsage) {
    console.error(`error: ${error.message}`)
    return WRONG_USAGE
  }
  console.error(`error: ${reasonOf(error)}`)
  return REFUSED
}

/** One line. A failure nobody foresaw says its code as well, for the search engine. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return reasonOfRefusal(error)
  const foreseen = [
    ...[CommandRefused, WrongConfig, WrongSetting, NewerDatabase, WrongEncryptionKey],
    ...[BrokenBackup, RestoreRefused, NoCopy, UnusableDatabase],
  ]
  if (foreseen.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` (${error.code})` : ''
  return `${error.message.split('\n', 1)[0]}${code}`
}

/** The sentence of its code, or what is wrong with each field. */
function reasonOfRefusal({ code, details }: Refusal): string {
  const faults = details.fields?.map((fault) => `${fault.field}: ${fieldSentence(fault, 'en')}`)
  return `${code}: ${faults?.join(' ') ?? refusals[code].en}`
}
