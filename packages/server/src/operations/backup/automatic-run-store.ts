import type { Db } from '../../database/database.ts'
import { HOUR } from '../../platform/clock.ts'
import { findSetting, upsertSetting } from '../../settings/setting-store.ts'

const NAME = 'backup.automatic'
const RETRY_DELAY = HOUR

/** A finished automatic backup: when it started, and why it failed (null if it succeeded). */
export type AutomaticRun = { at: number; failure: string | null }

export async function findLastRun(db: Db): Promise<AutomaticRun | undefined> {
  const text = await findSetting(db, NAME)
  return text === undefined ? undefined : JSON.parse(text)
}

export async function upsertLastRun(db: Db, run: AutomaticRun): Promise<void> {
  await upsertSetting(db, { name: NAME, value: JSON.stringify(run) })
}

/**
 * Returns when the next backup is due: `hours` after the last one, or an hour after a failed one; 0 if there was none.
 */
export function nextRunAt(last: AutomaticRun | undefined, hours: number): number {
  if (!last) return 0
  return last.at + (last.failure === null ? hours * HOUR : RETRY_DELAY)
}
