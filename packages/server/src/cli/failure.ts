import { fieldMessage, refusals } from '@portal/contract'
import { NewerDatabase } from '../database/migrations/migrate-store.ts'
import { UnusableDatabase } from '../database/postgres/url.ts'
import { ImportCommandRefused, ImportRefused } from '../import/import-refused.ts'
import { CorruptBackup } from '../operations/backup/backup-lines.ts'
import { CopyFailed } from '../operations/backup/copy-before-migration.ts'
import { RestoreRefused } from '../operations/backup/read-backup.ts'
import { Refusal } from '../platform/errors.ts'
import { WrongEncryptionKey } from '../security/keys/key-ring.ts'
import { WrongConfig } from '../settings/config-values.ts'
import { WrongSetting } from '../settings/setting.ts'

/** The exit codes of every command (`docs/operations.md#commands`). */
export const DONE = 0
export const REFUSED = 1
export const WRONG_USAGE = 2

/** Thrown if an argument is missing, unknown or malformed. The exit code is 2. */
export class WrongUsage extends Error {}

/** Thrown if the site refuses a well-formed command. The exit code is 1. */
export class CommandRefused extends Error {}

/** Prints on stderr why a command failed, and returns its exit code. */
export function codeOfFailure(error: unknown): number {
  if (error instanceof WrongUsage) {
    console.error(`error: ${error.message}`)
    return WRONG_USAGE
  }
  console.error(`error: ${reasonOf(error)}`)
  return REFUSED
}

/** Describes a failure in one line. For an unexpected one, adds its error code. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return reasonOfRefusal(error)
  const known = [
    ...[CommandRefused, WrongConfig, WrongSetting, NewerDatabase, WrongEncryptionKey],
    ...[CorruptBackup, RestoreRefused, CopyFailed, UnusableDatabase],
    ...[ImportRefused, ImportCommandRefused],
  ]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` (${error.code})` : ''
  return `${error.message.split('\n', 1)[0]}${code}`
}

/** Describes a refusal by its code and sentence or, for an invalid request, by the fault of each field. */
function reasonOfRefusal({ code, details }: Refusal): string {
  const faults = details.fields?.map((fault) => `${fault.field}: ${fieldMessage(fault, 'en')}`)
  return `${code}: ${faults?.join(' ') ?? refusals[code].en}`
}
