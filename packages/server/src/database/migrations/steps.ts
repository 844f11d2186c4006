import { readdirSync } from 'node:fs'
import type { Db } from '../database.ts'

/**
 * The exports of a step's file. `now` is the instant of the update, for periods that begin with it. A step that does
 * slow work on a large table (building an index, filling a column) is `nonTransactional`: on PostgreSQL it runs outside
 * the transaction, so it must be safe to interrupt and repeat.
 */
export type MigrationStep = {
  nonTransactional?: true
  up(db: Db, now: number): Promise<void>
}

/** The steps of this folder, by name. The build (scripts/build/server.ts) replaces this file by a list of imports. */
export const steps: Record<string, MigrationStep> = {}

for (const file of readdirSync(import.meta.dirname)) {
  const [, name] = /^(\d{3}-.+)\.ts$/.exec(file) ?? []
  if (name) steps[name] = await import(`./${file}`)
}
