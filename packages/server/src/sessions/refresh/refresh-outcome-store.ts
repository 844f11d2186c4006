import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

type RefreshHeartbeat = { id: string; acknowledgedUpTo: number; now: number }

/**
 * Records a heartbeat of a process, and the number up to which it knows the outcome of all its refreshes. The number
 * never decreases.
 */
export async function writeHeartbeat(db: Db, heartbeat: RefreshHeartbeat): Promise<void> {
  await upsertProcess(db, heartbeat)
}

const upsertProcess = compiledQuery(
  (db, { id, acknowledgedUpTo: settled, now }: Params<RefreshHeartbeat>) =>
    db
      .insertInto('refresh_process')
      .values({ id, settled, beat: 1, seen_at: now })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            settled,
            beat: eb('refresh_process.beat', '+', 1),
            seen_at: now,
          }))
          .where('refresh_process.settled', '<=', settled),
      ),
)

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('refresh_process').where('id', '=', id).execute()
}

export async function deleteStaleProcesses(db: Db, before: number): Promise<void> {
  await db.deleteFrom('refresh_process').where('seen_at', '<', before).execute()
}

const BATCH_SIZE = 200

/**
 * Records refreshes whose response was lost. Once the promise resolves, the token replacements of these refreshes are
 * durable too.
 */
export async function insertLostSteps(
  db: Db,
  steps: readonly string[],
  now: number,
): Promise<void> {
  for (let from = 0; from < steps.length; from += BATCH_SIZE) {
    const batch = steps.slice(from, from + BATCH_SIZE)
    await db
      .insertInto('lost_refresh')
      .values(batch.map((step) => ({ step, lost_at: now })))
      .onConflict((conflict) => conflict.column('step').doNothing())
      .execute()
  }
}

export async function deleteExpiredLostSteps(db: Db, before: number): Promise<void> {
  await db.deleteFrom('lost_refresh').where('lost_at', '<', before).execute()
}

export type StepRecords = { lost: number; acknowledgedUpTo: number | null; beat: number | null }

export async function findStepRecords(db: Db, step: string, process: string): Promise<StepRecords> {
  const [row] = (await selectStepRecords(db, { step, process })).rows
  return {
    lost: Number(row?.lost ?? 0),
    acknowledgedUpTo: row?.settled ?? null,
    beat: row?.beat ?? null,
  }
}

const selectStepRecords = compiledQuery((db, key: Params<{ step: string; process: string }>) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('lost_refresh')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('step', '=', key.step)
      .as('lost'),
    selectFrom('refresh_process').select('settled').where('id', '=', key.process).as('settled'),
    selectFrom('refresh_process').select('beat').where('id', '=', key.process).as('beat'),
  ]),
)
