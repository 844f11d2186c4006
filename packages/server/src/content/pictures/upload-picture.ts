import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { picturePath, type StoredPicture } from './picture.ts'
import { keepPicture } from './picture-store.ts'
import { readPicture } from './read-picture.ts'

/**
 * Stores an uploaded picture, for a text that will name it. Until one does, it is kept as long as a
 * picture that nothing shows any more.
 *
 * @throws Refusal `picture.toolarge`, `picture.kind`, `picture.broken`, `picture.size`
 */
export async function uploadPicture(
  app: ChangeNeeds,
  by: Actor,
  file: Buffer,
): Promise<{ url: string; width: number; height: number }> {
  const picture: StoredPicture = readPicture(file)
  const url = picturePath(picture)
  return change(app, by, async ({ tx, now, note }) => {
    await keepPicture(tx, picture, now)
    note('picture.uploaded', url)
    return { url, width: picture.width, height: picture.height }
  })
}
