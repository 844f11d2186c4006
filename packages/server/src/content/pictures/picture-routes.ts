import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { hasContent } from '../../http/reply/conditional.ts'
import { FOR_EVER, NOTHING, openToAll, SHORTLY } from '../../http/reply/public-cors.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { mediaTypes, parsePictureName, type StoredPicture } from './picture.ts'
import { findPictureBytes, hasPicture } from './picture-store.ts'
import { uploadPicture } from './upload-picture.ts'

export function pictureRoutes(app: App): Route[] {
  return [
    route(endpoints.uploadPicture, ({ by, file, once }) =>
      once(
        app,
        (needs) => uploadPicture(needs, by, file),
        (uploaded) => uploaded,
      ),
    ),

    route(endpoints.picture, async ({ params, request, reply }) => {
      const named = parsePictureName(params.name)
      const tag = `"${named?.hash}"`
      const isKnown = named && hasContent(request, tag) && (await hasPicture(app.db, named))
      const bytes = isKnown ? NOTHING : named && (await findBytes(app, named))
      openToAll(reply).header('Cache-Control', bytes ? FOR_EVER : SHORTLY)
      if (!named || !bytes) throw new Refusal('picture.notfound')
      reply.header('ETag', tag).type(mediaTypes[named.kind])
      return bytes
    }),
  ]
}

/** Finds the bytes of a picture. They are cached, because they can never change. */
async function findBytes(
  app: Pick<App, 'db' | 'pictures'>,
  named: Pick<StoredPicture, 'hash' | 'kind'>,
): Promise<Buffer | undefined> {
  const name = `${named.hash}.${named.kind}`
  const known = app.pictures.get(name)
  if (known) return known
  const bytes = await findPictureBytes(app.db, named)
  if (bytes) app.pictures.set(name, bytes)
  return bytes
}
