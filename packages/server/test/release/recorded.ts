import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseKind } from '../support/site.ts'
import type { Recorded } from './recorder.ts'

/** What a version asks of the database. */
export type Release = {
  /** Its newest migration. */
  newest: string
  /** Every statement of every row of the contract. */
  texts: string[]
  /** Two evenings, one after the other; `text` is a place in `texts`. */
  evenings: (Omit<Recorded, 'sql'> & { text: number })[][]
}

export const FIRST_EVENING = { newcomer: 'Steve', staff: 'Notch', known: 'Steve' }
export const SECOND_EVENING = { newcomer: 'Alex', staff: 'Jeb', known: 'Steve' }

export function fileOf(kind: DatabaseKind): string {
  return join(import.meta.dirname, `last-release-${kind.toLowerCase()}.json`)
}

/** Reads what the last release asked of a database. */
export function lastRelease(kind: DatabaseKind): Release {
  return JSON.parse(readFileSync(fileOf(kind), 'utf8'))
}
