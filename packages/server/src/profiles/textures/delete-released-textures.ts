import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteReleased, listReleased } from './texture-store.ts'

/** For how long an unreferenced texture is still served (docs/textures.md#skins-and-capes). */
const RETENTION = 30 * DAY

/**
 * Deletes textures that have been unreferenced for long enough, each by one conditional statement. A concurrent upload
 * of the same picture either keeps the row or stores it again.
 */
export async function deleteReleasedTextures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - RETENTION
  for (const hash of await listReleased(db, before)) await deleteReleased(db, hash, before)
}
