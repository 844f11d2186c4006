import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { hasContent } from '../../http/reply/conditional.ts'
import {
  allowAnyOrigin,
  CACHE_IMMUTABLE,
  CACHE_ONE_MINUTE,
  EMPTY_BODY,
} from '../../http/reply/public-cors.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { mediaTypes, parsePictureName, type StoredPicture } from './picture.ts'
import { findPictureBytes, hasPicture } from './picture-store.ts'
import { uploadPicture } from './upload-picture.ts'

export function pictureRoutes(app: App) {
  return {
    uploadPicture: route(endpoints.uploadPicture, ({ by, file, idempotent }) =>
      idempotent(
        app,
        (needs) => uploadPicture(needs, by, file),
        (uploaded) => uploaded,
      ),
    ),

    picture: route(endpoints.picture, async ({ params, request, reply }) => {
      const named = parsePictureName(params.name)
      const tag = `"${named?.hash}"`
      const isKnown = named && hasContent(request, tag) && (await hasPicture(app.db, named))
      const bytes = isKnown ? EMPTY_BODY : named && (await findBytes(app, named))
      allowAnyOrigin(reply).header('Cache-Control', bytes ? CACHE_IMMUTABLE : CACHE_ONE_MINUTE)
      if (!named || !bytes) throw new Refusal('picture.notfound')
      reply.header('ETag', tag).type(mediaTypes[named.kind])
      return bytes
    }),
  }
}

/**
 * Returns the bytes of a picture; undefined if it is not stored. Cached without expiry, because the name contains the
 * hash.
 */
async function findBytes(
  app: Pick<App, 'db' | 'imageCache'>,
  pictureName: Pick<StoredPicture, 'hash' | 'kind'>,
): Promise<Buffer | undefined> {
  const name = `${pictureName.hash}.${pictureName.kind}`
  const knownTag = app.imageCache.get(name)
  if (knownTag) return knownTag
  const bytes = await findPictureBytes(app.db, pictureName)
  if (bytes) app.imageCache.set(name, bytes)
  return bytes
}
