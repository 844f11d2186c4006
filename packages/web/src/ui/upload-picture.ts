import { Refusal } from '../api.ts'
import en from '../i18n/en/pictures.ts'
import { addTexts, t } from '../i18n/i18n.ts'
import ru from '../i18n/ru/pictures.ts'
import { call } from '../session.ts'
import { type PictureUse, shrinkPicture, UnusableFile } from './shrink-picture.ts'

addTexts({ en, ru })

/** A picture on this site, by its path. */
export type Uploaded = { url: string; width: number; height: number }

/** The types that a picture field accepts. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/avif,image/bmp'

/**
 * Shrinks a picture for its use and uploads it.
 * @param onProgress receives the share that was sent, from 0 to 1
 * @throws Refusal with a message, also for a file that is not a picture; Unreachable
 */
export async function uploadPicture(
  file: Blob,
  use: PictureUse,
  onProgress: (part: number) => void,
): Promise<Uploaded> {
  const picture = await shrinkPicture(file, use).catch((error) => {
    if (!(error instanceof UnusableFile)) throw error
    throw new Refusal(400, { error: 'picture.kind', message: t(`pictureField.${error.reason}`) })
  })
  const form = new FormData()
  form.set('file', picture, 'picture')
  onProgress(0)
  return call('uploadPicture', { file: form, onProgress })
}
