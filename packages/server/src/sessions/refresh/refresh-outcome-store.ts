import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'

type Beat = { id: string; settled: number; now: number }

/** Writes up to which of its steps a process knows what became of them. It never goes back. */
export async function writeBeat(db: Db, beat: Beat): Promise<void> {
  await upsertProcess(db, beat)
}

const upsertProcess = compiledQuery((db, { id, settled, now }: Params<Beat>) =>
  db
    .insertInto('refresh_process')
    .values({ id, settled, beat: 1, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ settled, beat: eb('refresh_process.beat', '+', 1), seen_at: now }))
        .where('refresh_process.settled', '<=', settled),
    ),
)

/** A process that left nothing in doubt, or one that is long gone, needs no row. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('refresh_process').where('id', '=', id).execute()
}

export async function deleteOldProcesses(db: Db, before: number): Promise<void> {
  await db.deleteFrom('refresh_process').where('seen_at', '<', before).execute()
}

const INSERTED_AT_ONCE = 200

/** Writes down steps whose token reached nobody. Once it resolves, whatever they replaced is durable too. */
export async function insertLost(db: Db, steps: readonly string[], now: number): Promise<void> {
  for (let from = 0; from < steps.length; from += INSERTED_AT_ONCE) {
    const part = steps.slice(from, from + INSERTED_AT_ONCE)
    await db
      .insertInto('lost_refresh')
      .values(part.map((step) => ({ step, lost_at: now })))
      .onConflict((conflict) => conflict.column('step').doNothing())
      .execute()
  }
}

export async function deleteOldLost(db: Db, before: number): Promise<void> {
  await db.deleteFrom('lost_refresh').where('lost_at', '<', before).execute()
}

/** What is known of a step; `settled` and `beat` are null when its process needs no row. */
export type Traces = { lost: number; settled: number | null; beat: number | null }

/** Finds all that is known of a step, as it was at one instant. */
export async function findTraces(db: Db, step: string, process: string): Promise<Traces> {
  const [row] = (await selectTraces(db, { step, process })).rows
  return { lost: Number(row?.lost ?? 0), settled: row?.settled ?? null, beat: row?.beat ?? null }
}

const selectTraces = compiledQuery((db, of: Params<{ step: string; process: string }>) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('lost_refresh')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('step', '=', of.step)
      .as('lost'),
    selectFrom('refresh_process').select('settled').where('id', '=', of.process).as('settled'),
    selectFrom('refresh_process').select('beat').where('id', '=', of.process).as('beat'),
  ]),
)
