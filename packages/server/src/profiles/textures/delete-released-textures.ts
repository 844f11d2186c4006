import type { App } from '../../app.ts'
import { DAY } from '../../platform/clock.ts'
import { deleteReleased, listReleased } from './texture-store.ts'

/** How long a texture that nobody wears is still served (docs/contract.md#skins-and-capes). */
const RELEASED_KEPT = 30 * DAY

/**
 * Deletes the textures that nobody has worn for 30 days, each by one conditional statement. Whoever
 * uploads the same picture at that moment either finds it still there or stores it again.
 */
export async function deleteReleasedTextures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - RELEASED_KEPT
  for (const hash of await listReleased(db, before)) await deleteReleased(db, hash, before)
}
