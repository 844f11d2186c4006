import { fieldSentence, refusals } from '@portal/contract'
import { Command, CommanderError } from 'commander'
import { BrokenBackup } from '../backup/backup-lines.ts'
import { NoCopy } from '../backup/copy-before-migration.ts'
import { RestoreRefused } from '../backup/read-backup.ts'
import { WrongConfig } from '../config-values.ts'
import { Refusal } from '../errors.ts'
import { NewerDatabase } from '../platform/database/migrate-store.ts'
import { UnusableDatabase } from '../platform/database/postgres-url.ts'
import { WrongEncryptionKey } from '../platform/keys/key-ring.ts'
import { WrongSetting } from '../settings/setting.ts'
import { version } from '../version.ts'
import { apiKeyCommands } from './api-key.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { balanceCommands } from './balance.ts'
import { banCommands } from './ban.ts'
import { groupCommands, roleCommands } from './bundle.ts'
import { doctorCommands } from './doctor.ts'
import { editPlayerCommands } from './edit-player.ts'
import { grantsCommands } from './grants.ts'
import { importCommands } from './import.ts'
import { keysCommands } from './keys.ts'
import { mailCommands } from './mail.ts'
import { migrateCommands } from './migrate.ts'
import { newsCommands } from './news.ts'
import { CommandRefused, WrongUsage } from './output.ts'
import { permissionCommands } from './permission.ts'
import { playerCommands } from './player.ts'
import { serveCommands } from './serve.ts'
import { settingsCommands } from './settings.ts'
import { setupUrlCommands } from './setup-url.ts'

/** The exit codes of every command (`docs/operations.md#commands`). */
const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/** Runs one command line, `argv` without the program's name, and returns the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await commandTree().parseAsync(argv, { from: 'user' })
    return DONE
  } catch (error) {
    return codeOfFailure(error)
  }
}

/** Every command there is, in the order of `--help`. */
const allCommands = (): Command[] => [
  ...serveCommands(),
  ...setupUrlCommands(),
  ...playerCommands(),
  ...grantsCommands(),
  ...banCommands(),
  ...balanceCommands(),
  ...editPlayerCommands(),
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
  ...newsCommands(),
  ...importCommands(),
]

/** Makes the program, each command below its topic: `add` below `player role` below `player`. */
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

function codeOfFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE
  if (error instanceof WrongUsage) {
    console.error(`error: ${error.message}`)
    return WRONG_USAGE
  }
  console.error(`error: ${reasonOf(error)}`)
  return REFUSED
}

/** Describes a failure in one line. An unforeseen one includes its code, which can be searched for. */
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

/** Gives the code and its sentence, or what is wrong with each field. */
function reasonOfRefusal({ code, details }: Refusal): string {
  const faults = details.fields?.map((fault) => `${fault.field}: ${fieldSentence(fault, 'en')}`)
  return `${code}: ${faults?.join(' ') ?? refusals[code].en}`
}
