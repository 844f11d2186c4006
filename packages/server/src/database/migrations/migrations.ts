import { type MigrationStep, steps } from './steps.ts'

export type Migration = MigrationStep & { name: string }

/**
 * The newest step of the last release. Processes of that release may run beside this version, so no later step may
 * remove anything that they use (CONVENTIONS.md#data). When `npm run record-release` has recorded a new release, set
 * this to the newest step.
 */
export const LAST_RELEASE = '016-looks'

/** All steps from an empty database to the current schema, ordered by name. A released step never changes. */
export const migrations: readonly Migration[] = Object.entries(steps)
  .map(([name, step]) => ({ name, ...step }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
