import type { Checkup } from '@portal/contract'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

/** The same sentence in both languages of the site. */
export type Words = { ru: string; en: string }

/** What a check has to say of its subject. */
export type Opinion = { state: Checkup['state']; detail: Words; advice?: Words }

/** One subject that is looked at. */
export type Check = {
  id: string
  title: Words
  look(patient: Patient): Opinion | Promise<Opinion>
}

/** What is looked at: a running site, or what a command finds of one. */
export type Patient = {
  config: Config
  clock: Clock
  /** Undefined while the database cannot be opened; its check says why. */
  db: Db | undefined
  /** Why it cannot be opened, without any secret. */
  databaseFailure?: Words
  /** What is wrong with single settings, as a start would say it. */
  wrongSettings: readonly string[]
  /** Whether a check may keep the process to itself for a while. */
  isPatient: boolean
}

/** What a check that needs the database says while there is none. */
export const NO_DATABASE: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Без базы данных этого не узнать.',
    en: 'Without the database this cannot be told.',
  },
}
