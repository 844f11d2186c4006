import type { Db } from '../../database/database.ts'
import { HOUR } from '../../platform/clock.ts'
import { findSetting, upsertSetting } from '../../settings/setting-store.ts'

const NAME = 'backup.automatic'
const RETRY_DELAY = HOUR

/** A finished automatic backup: when it started, and why it failed. */
export type AutomaticRun = { at: number; failure: string | null }

export async function findLastRun(db: Db): Promise<AutomaticRun | undefined> {
  const text = await findSetting(db, NAME)
  return text === undefined ? undefined : JSON.parse(text)
}

export async function upsertLastRun(db: Db, run: AutomaticRun): Promise<void> {
  await upsertSetting(db, { name: NAME, value: JSON.stringify(run) })
}

/** Returns when the next run is due: after a failure, in an hour. @returns 0 if there was no run yet */
export function nextRunAt(last: AutomaticRun | undefined, hours: number): number {
  if (!last) return 0
  return last.at + (last.failure === null ? hours * HOUR : RETRY_DELAY)
}
