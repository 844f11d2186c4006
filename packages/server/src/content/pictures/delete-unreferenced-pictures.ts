import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteUnreferencedPicture, listUnreferencedPictures } from './picture-store.ts'

/** How long an unreferenced picture is still served (docs/contract.md#pictures). */
const UNREFERENCED_RETENTION = 30 * DAY

/** Deletes pictures unreferenced for 30 days. A concurrent change that refers to one keeps it or is refused. */
export async function deleteUnreferencedPictures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - UNREFERENCED_RETENTION
  for (const hash of await listUnreferencedPictures(db, before))
    await deleteUnreferencedPicture(db, hash, before)
}
