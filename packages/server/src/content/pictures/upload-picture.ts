import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { parsePicture } from './parse-picture.ts'
import { picturePath, type StoredPicture } from './picture.ts'
import { upsertPicture } from './picture-store.ts'

/**
 * Stores an uploaded picture. Until a text uses it, it counts as unreferenced and is deleted after 30 days.
 * @throws Refusal `picture.toolarge`, `picture.kind`, `picture.broken`, `picture.size`
 */
export async function uploadPicture(
  app: ChangeDeps,
  by: Actor,
  file: Buffer,
): Promise<{ url: string; width: number; height: number }> {
  const picture: StoredPicture = parsePicture(file)
  const url = picturePath(picture)
  return change(app, by, async ({ tx, now, audit }) => {
    await upsertPicture(tx, picture, now)
    audit('picture.uploaded', url)
    return { url, width: picture.width, height: picture.height }
  })
}
