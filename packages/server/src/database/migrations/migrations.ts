import { type MigrationStep, steps } from './steps.ts'

export type Migration = MigrationStep & { name: string }

/**
 * Processes of this release may run beside this version, so no later step may remove what they use
 * (CONVENTIONS.md#data). `npm run record-release` records the release; move this to the newest step then.
 */
export const LAST_RELEASE = '016-looks'

/** Every step from an empty database to the current schema, ordered by name. A released step never changes. */
export const migrations: readonly Migration[] = Object.entries(steps)
  .map(([name, step]) => ({ name, ...step }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
