import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteReleased, listReleased } from './texture-store.ts'

/** How long an unreferenced texture is still served (docs/textures.md#skins-and-capes). */
const RETENTION = 30 * DAY

/**
 * Deletes each texture by one conditional statement: a concurrent upload of the picture either keeps the row or stores
 * it again.
 */
export async function deleteReleasedTextures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - RETENTION
  for (const hash of await listReleased(db, before)) await deleteReleased(db, hash, before)
}
