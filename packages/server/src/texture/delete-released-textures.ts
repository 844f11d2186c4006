import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteReleased, listReleased } from './texture-store.ts'

/** How long a picture that nobody wears can still be asked for (textures, Keep). */
const RELEASED_KEPT = 30 * DAY

/**
 * Throws away what nobody has worn for 30 days. One after the other, each by one conditional
 * statement: who uploads the same picture at that very time either finds it still there, or makes
 * it anew.
 */
export async function deleteReleasedTextures({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - RELEASED_KEPT
  for (const hash of await listReleased(db, before)) await deleteReleased(db, hash, before)
}
