import type { Db } from '../database/database.ts'

/** Returns the number of the last event that a task has processed, and locks it until the transaction ends. */
export async function lockProgress(tx: Db, name: string): Promise<number> {
  const { position } = await tx
    .updateTable('event_progress')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('name', '=', name)
    .returning('position')
    .executeTakeFirstOrThrow()
  return position
}

export async function advanceProgress(tx: Db, name: string, position: number): Promise<void> {
  await tx.updateTable('event_progress').set({ position }).where('name', '=', name).execute()
}
