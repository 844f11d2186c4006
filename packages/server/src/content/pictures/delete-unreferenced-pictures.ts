import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteUnreferencedPicture, listUnreferencedPictures } from './picture-store.ts'

/** For how long an unreferenced picture is still served (docs/contract.md#pictures). */
const UNREFERENCED_RETENTION = 30 * DAY

/**
 * Deletes pictures that have been unreferenced for 30 days. If a concurrent change refers to such a picture, either the
 * picture is kept or the change is refused.
 */
export async function deleteUnreferencedPictures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - UNREFERENCED_RETENTION
  for (const hash of await listUnreferencedPictures(db, before))
    await deleteUnreferencedPicture(db, hash, before)
}
