import { PICTURE_BYTES } from '@portal/contract/picture-limits'

/** What a picture is for, which decides how large it is made. */
export type PictureUse = 'text' | 'home' | 'logo' | 'icon'

/** Why a file cannot become a picture; also the name of the sentence (`pictureField.gif`). */
export class UnusableFile extends Error {
  readonly reason: 'gif' | 'svg' | 'unread' | 'huge'
  constructor(reason: UnusableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * The longest side in pixels, how many bytes there may be, and the qualities to try. Quality 1 is WebP
 * without loss, for edges that have to stay sharp.
 */
const USES: Record<PictureUse, { longest: number; most: number; qualities: readonly number[] }> = {
  text: { longest: 1600, most: PICTURE_BYTES, qualities: [0.85] },
  home: { longest: 1600, most: 100_000, qualities: [0.85, 0.7, 0.5, 0.3] }, // everybody's first picture
  logo: { longest: 512, most: 200_000, qualities: [1, 0.9] },
  icon: { longest: 512, most: 200_000, qualities: [1] },
}

/**
 * Draws a picture anew, small enough for its use: as WebP, or as PNG for an icon, which browsers and
 * phones take nowhere else. Where it was taken and the like stays behind.
 *
 * @throws UnusableFile
 */
export async function shrinkPicture(file: Blob, use: PictureUse): Promise<Blob> {
  await refuseKind(file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnusableFile('unread')
  })
  const { longest, most, qualities } = USES[use]
  for (let side = longest; side >= longest / 8; side /= 2) {
    const canvas = use === 'icon' ? drawSquare(bitmap, side) : drawWithin(bitmap, side)
    for (const quality of qualities) {
      const drawn = await encoded(canvas, { types: typesFor(file, use), quality })
      if (drawn && drawn.size <= most) return drawn
    }
  }
  throw new UnusableFile('huge')
}

async function refuseKind(file: Blob): Promise<void> {
  const start = await file.slice(0, 512).text()
  if (start.startsWith('GIF8')) throw new UnusableFile('gif')
  if (file.type === 'image/svg+xml' || /<svg\b/i.test(start)) throw new UnusableFile('svg')
}

/** Not every browser writes WebP. A photograph may then be a JPEG, anything else may be transparent. */
function typesFor(file: Blob, use: PictureUse): string[] {
  if (use === 'icon') return ['image/png']
  return ['image/webp', file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png']
}

function drawWithin(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  return draw(bitmap, { width, height }, { left: 0, top: 0, width, height })
}

/** Puts the picture in the middle of a square, which is clear beside it. */
function drawSquare(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = side / Math.max(bitmap.width, bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  const place = { left: (side - width) / 2, top: (side - height) / 2, width, height }
  return draw(bitmap, { width: side, height: side }, place)
}

type Size = { width: number; height: number }

function draw(
  bitmap: ImageBitmap,
  size: Size,
  { left, top, width, height }: Size & { left: number; top: number },
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const pen = canvas.getContext('2d')
  if (!pen) throw new UnusableFile('huge') // the browser has no memory left for it
  const isEnlarged = width > bitmap.width
  pen.imageSmoothingEnabled = !isEnlarged // an enlarged small icon is made of squares
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, left, top, width, height)
  return canvas
}

/** Writes a picture as the first type that this browser can write. */
async function encoded(
  canvas: HTMLCanvasElement,
  { types, quality }: { types: readonly string[]; quality: number },
): Promise<Blob | undefined> {
  for (const type of types) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (blob?.type === type) return blob
  }
  return undefined
}
