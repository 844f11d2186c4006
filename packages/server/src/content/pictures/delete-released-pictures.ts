import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteReleased, listReleased } from './picture-store.ts'

/** How long a picture that nothing shows is still served (docs/contract.md#pictures). */
const RELEASED_KEPT = 30 * DAY

/**
 * Deletes the pictures that nothing has shown for 30 days. Whoever shows one at that moment either finds
 * it still there or is told that it is gone.
 */
export async function deleteReleasedPictures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - RELEASED_KEPT
  for (const hash of await listReleased(db, before)) await deleteReleased(db, hash, before)
}
