import type { Checkup, LauncherProduct } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import type { MailWay } from '../../mail/smtp-config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../settings/config.ts'

/** The same sentence in both languages of the site. */
export type Words = { ru: string; en: string }

/** A check's verdict on its subject. */
export type Opinion = { state: Checkup['state']; detail: Words; advice?: Words; line?: string }

/** Looks at one subject. */
export type Check = {
  id: string
  title: Words
  look(patient: Patient): Opinion | Promise<Opinion>
}

/** What is examined: a running site, or as much of it as a command can open. */
export type Patient = {
  config: Config
  clock: Clock
  /** Undefined if the database cannot be opened; the database check says why. */
  db: Db | undefined
  /** How mails leave the running site; a command opens what is stored. */
  mailWay?: () => Promise<MailWay>
  /** Why the database cannot be opened, without any secret. */
  databaseFailure?: Words
  /** What is wrong with single settings, in the words of a failed start. */
  wrongSettings: readonly string[]
  /** Does what a launcher does; undefined where that is not possible. */
  probe?: (product: LauncherProduct) => Promise<Checkup[]>
  /** Whether a check may block the process for a while. */
  isPatient: boolean
}

/** The verdict of a check that needs the database when there is none. */
export const NO_DATABASE: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Без базы данных этого не узнать.',
    en: 'This cannot be checked without the database.',
  },
}
