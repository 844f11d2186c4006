import { fieldSentence, refusals } from '@portal/contract'
import { NewerDatabase } from '../database/migrations/migrate-store.ts'
import { UnusableDatabase } from '../database/postgres/url.ts'
import { ImportRefused } from '../import/import-refused.ts'
import { BrokenBackup } from '../operations/backup/backup-lines.ts'
import { NoCopy } from '../operations/backup/copy-before-migration.ts'
import { RestoreRefused } from '../operations/backup/read-backup.ts'
import { Refusal } from '../platform/errors.ts'
import { WrongEncryptionKey } from '../security/keys/key-ring.ts'
import { WrongConfig } from '../settings/config-values.ts'
import { WrongSetting } from '../settings/setting.ts'

/** The exit codes of every command (`docs/operations.md#commands`). */
export const DONE = 0
export const REFUSED = 1
export const WRONG_USAGE = 2

/** Something on the command line is missing, unknown or malformed: exit code 2. */
export class WrongUsage extends Error {}

/** The command was understood, and the site refused it: exit code 1. */
export class CommandRefused extends Error {}

/** Tells on stderr why a command failed, and returns its exit code. */
export function codeOfFailure(error: unknown): number {
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
    ...[BrokenBackup, RestoreRefused, NoCopy, UnusableDatabase, ImportRefused],
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
