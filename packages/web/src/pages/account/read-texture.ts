import {
  checkTexture,
  detectModel,
  TEXTURE_HEAD,
  type TextureKind,
} from '@portal/contract/texture-form'
import { textureRefusals } from '@portal/contract/texture-refusals'
import { Refusal } from '../../api.ts'
import { locale, t } from '../../i18n/i18n.ts'

/** A chosen texture that is not saved yet: a file, or a recent skin by its hash. */
export type ChosenTexture = { url: string; slim: boolean } & ({ file: Blob } | { look: string })

/**
 * Checks a file before the upload, as the site will check it.
 * @throws Refusal with the message that the site would return
 */
export async function readTexture(
  kind: TextureKind,
  file: Blob,
  mayBeHd: boolean,
): Promise<ChosenTexture> {
  const head = new Uint8Array(await file.slice(0, TEXTURE_HEAD).arrayBuffer())
  const judged = checkTexture(kind, { head, bytes: file.size })
  if ('fault' in judged && judged.fault === 'texture.size') throw wrongSize(kind, judged)
  if ('fault' in judged) throw refusal(judged.fault, sizeOf(judged))
  if (judged.scale > 1 && !mayBeHd) throw refusal('texture.hdnotallowed', sizeOf(judged))
  const pixels = await pixelsOf(file)
  const slim = kind === 'skin' && detectModel(pixels) === 'slim'
  return { file, url: URL.createObjectURL(file), slim }
}

function refusal(code: keyof typeof textureRefusals, before: string): Refusal {
  const { status, ...sentence } = textureRefusals[code]
  const said = sentence[locale.value]
  return new Refusal(status, { error: code, message: before ? `${before} ${said}` : said })
}

/** Returns the message with the sizes that a picture of this kind may have. */
function wrongSize(kind: TextureKind, size: { width?: number; height?: number }): Refusal {
  const { status } = textureRefusals['texture.size']
  const sizes = t(`skin.${kind}.sizes`)
  const message = `${sizeOf(size)} ${sizes}`.trim()
  return new Refusal(status, { error: 'texture.size', message })
}

function sizeOf({ width, height }: { width?: number; height?: number }): string {
  return width === undefined ? '' : t('skin.wrongSize', { width, height })
}

async function pixelsOf(file: Blob) {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' }).catch(() => {
    throw refusal('texture.broken', '')
  })
  const { width, height } = bitmap
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const rgba = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  return { width, height, rgba }
}
