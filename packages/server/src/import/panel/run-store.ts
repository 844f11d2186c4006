import type { Db } from '../../platform/database/database.ts'
import type { Pulse, Run } from './run.ts'

/** Name rows that are stored with the settings but are none. */
const RUN = 'import.run'
const PULSE = 'import.pulse'

/** A run, and the text by which one statement tells whether it is still so. */
export type FoundRun = { text: string; run: Run; pulse: Pulse | undefined }

export async function findRun(db: Db): Promise<FoundRun | undefined> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', [RUN, PULSE])
    .execute()
  const text = rows.find(({ name }) => name === RUN)?.value
  if (text === undefined) return undefined
  const pulse = rows.find(({ name }) => name === PULSE)?.value
  // Only this file writes the two rows.
  return { text, run: JSON.parse(text), pulse: pulse === undefined ? undefined : JSON.parse(pulse) }
}

/**
 * Puts a run in the place of the one that was found, or of none. One statement decides, so of any number
 * of servers that saw the same, one goes on.
 *
 * @returns whether it was still so.
 */
export async function replaceRun(
  db: Db,
  found: FoundRun | undefined,
  next: Run | undefined,
): Promise<boolean> {
  if (!found) return next === undefined || insertRun(db, next)
  if (!next) {
    const { numDeletedRows } = await db
      .deleteFrom('setting')
      .where('name', '=', RUN)
      .where('value', '=', found.text)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('setting')
    .set({ value: JSON.stringify(next) })
    .where('name', '=', RUN)
    .where('value', '=', found.text)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function insertRun(db: Db, run: Run): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('setting')
    .values({ name: RUN, value: JSON.stringify(run) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Tells that a run's holder lives. */
export async function upsertPulse(db: Db, pulse: Pulse): Promise<void> {
  const value = JSON.stringify(pulse)
  await db
    .insertInto('setting')
    .values({ name: PULSE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Forgets the run that a backup was made beside: nobody goes on with it here. */
export async function deleteRun(tx: Db): Promise<void> {
  await tx.deleteFrom('setting').where('name', 'in', [RUN, PULSE]).execute()
}
