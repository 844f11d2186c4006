import { PICTURE_BYTES } from '@portal/contract/picture-limits'

/** Where a picture is used, which decides its size. */
export type PictureUse = 'text' | 'home' | 'phone' | 'logo' | 'icon'

/** Thrown for a file that cannot become a picture; the reason is also the key of the message (`pictureField.gif`). */
export class UnusableFile extends Error {
  readonly reason: 'gif' | 'svg' | 'unread' | 'huge'
  constructor(reason: UnusableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * For each use: the longest side in pixels, the maximum size in bytes, and the qualities to try. Quality 1 is lossless
 * WebP, for edges that must stay sharp.
 */
const USES: Record<PictureUse, { longest: number; most: number; qualities: readonly number[] }> = {
  text: { longest: 1600, most: PICTURE_BYTES, qualities: [0.85] },
  home: { longest: 1600, most: 70_000, qualities: [0.85, 0.7, 0.5, 0.3] }, // the first picture that visitors load
  phone: { longest: 640, most: 18_000, qualities: [0.8, 0.6, 0.4, 0.25] }, // part of the home picture, for slow phones
  logo: { longest: 512, most: 200_000, qualities: [1, 0.9] },
  icon: { longest: 512, most: 200_000, qualities: [1] },
}

/**
 * Makes a picture small enough for its use: as WebP, or as PNG for an icon, because browsers and phones accept no other
 * format there. Drops metadata such as the location.
 * @throws UnusableFile
 */
export async function shrinkPicture(file: Blob, use: PictureUse): Promise<Blob> {
  await refuseKind(file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnusableFile('unread')
  })
  const { longest, most, qualities } = USES[use]
  for (let side = longest; side >= longest / 8; side /= 2) {
    const canvas = drawFor(use, bitmap, side)
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

/**
 * Lists the types to try, because not every browser writes WebP. A photo then becomes a JPEG; other pictures may be
 * transparent and become PNG.
 */
function typesFor(file: Blob, use: PictureUse): string[] {
  if (use === 'icon') return ['image/png']
  return ['image/webp', file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png']
}

function drawFor(use: PictureUse, bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  if (use === 'icon') return drawSquare(bitmap, side)
  return use === 'phone' ? drawMiddle(bitmap, side) : drawWithin(bitmap, side)
}

/** Cuts the largest square out of the middle. */
function drawMiddle(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const side = Math.min(longest, bitmap.width, bitmap.height)
  const scale = side / Math.min(bitmap.width, bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  const place = { left: (side - width) / 2, top: (side - height) / 2, width, height }
  return draw(bitmap, { width: side, height: side }, place)
}

function drawWithin(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  return draw(bitmap, { width, height }, { left: 0, top: 0, width, height })
}

/** Centers the picture in a transparent square. */
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
  const context = canvas.getContext('2d')
  if (!context) throw new UnusableFile('huge') // the browser is out of memory
  const isEnlarged = width > bitmap.width
  context.imageSmoothingEnabled = !isEnlarged // an enlarged small icon keeps its pixels sharp
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, width, height)
  return canvas
}

/** Encodes a picture as the first type that this browser supports. */
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
