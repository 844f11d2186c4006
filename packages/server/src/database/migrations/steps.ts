import { readdirSync } from 'node:fs'
import type { Db } from '../database.ts'

/**
 * The exports of a step's file. `now` is the start of periods that begin at the update. Slow work on a large table
 * (building an index, filling a column) is a `nonTransactional` step: on PostgreSQL it runs outside the transaction, so
 * it must tolerate being interrupted and repeated.
 */
export type MigrationStep = {
  nonTransactional?: true
  up(db: Db, now: number): Promise<void>
}

/** The steps of this folder, by name. In the build, scripts/build/server.ts replaces this file by a list of imports. */
export const steps: Record<string, MigrationStep> = {}

for (const file of readdirSync(import.meta.dirname)) {
  const [, name] = /^(\d{3}-.+)\.ts$/.exec(file) ?? []
  if (name) steps[name] = await import(`./${file}`)
}
