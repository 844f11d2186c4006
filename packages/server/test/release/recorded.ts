import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseKind } from '../support/site.ts'
import type { Recorded } from './recorder.ts'

/** The statements of a version. */
export type Release = {
  /** The newest migration of the version. */
  newest: string
  /** Every statement of every endpoint. */
  texts: string[]
  /** The statements of two evenings, one after the other; `text` is an index in `texts`. */
  evenings: (Omit<Recorded, 'sql'> & { text: number })[][]
}

export const FIRST_EVENING = { newPlayer: 'Steve', staff: 'Notch', known: 'Steve' }
export const SECOND_EVENING = { newPlayer: 'Alex', staff: 'Jeb', known: 'Steve' }

export function fileOf(kind: DatabaseKind): string {
  return join(import.meta.dirname, `last-release-${kind.toLowerCase()}.json`)
}

/** Reads the statements of the last release. */
export function lastRelease(kind: DatabaseKind): Release {
  return JSON.parse(readFileSync(fileOf(kind), 'utf8'))
}
