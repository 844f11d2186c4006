import type { Checkup, LauncherProduct, Words } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import type { SmtpConfig } from '../../mail/smtp-config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../settings/config.ts'

export type CheckResult = {
  state: Checkup['state']
  detail: Words
  advice?: Words
  line?: string
}

export type Check = {
  id: string
  title: Words
  run(context: CheckContext): CheckResult | Promise<CheckResult>
}

export type CheckContext = {
  config: Config
  clock: Clock
  /** The database; undefined if it cannot be opened, and the database check then reports why. */
  db: Db | undefined
  /** Reads the mail configuration of the running site; undefined in a command, which decrypts the stored one. */
  smtpConfig?: () => Promise<SmtpConfig>
  /** Why the database cannot be opened, without secrets; undefined if it is open. */
  databaseFailure?: Words
  /** The errors in the settings of the environment, in the words that a failing start prints. */
  wrongSettings: readonly string[]
  /** Signs in as a launcher does; undefined if that is not possible here. */
  probe?: (product: LauncherProduct) => Promise<Checkup[]>
  allowsSlowChecks: boolean
}

export const NO_DATABASE: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Без базы данных этого не узнать.',
    en: 'This cannot be checked without the database.',
  },
}
