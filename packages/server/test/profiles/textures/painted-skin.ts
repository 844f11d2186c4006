import type { Site } from '../../support/site.ts'
import { type Drawing, png, readPng } from './png.ts'
import { giveNode, putSkin } from './texture-requests.ts'

/** Returns the color of a pixel of a skin as red, green, blue and alpha. */
export type Paint = (x: number, y: number) => number[]

export const CLEAR = [0, 0, 0, 0]

/** Paints each pixel in its own color, including the outer layer. */
export const own: Paint = (x, y) => [x * 4, y * 4, 100, 255]

const OUTER = [
  [32, 0, 32, 16],
  [16, 32, 24, 16],
  [40, 32, 16, 16],
  [0, 32, 16, 16],
  [0, 48, 16, 16],
  [48, 48, 16, 16],
] as const

/** Paints each pixel in its own color, and leaves the outer layer transparent. */
export const bare: Paint = (x, y) =>
  OUTER.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h)
    ? CLEAR
    : own(x, y)

/** Creates a player who wears a skin. */
export async function steveIn(
  site: Site,
  paint: Paint,
  more: Partial<Drawing> & { slim?: string } = {},
) {
  const { slim = 'false', ...drawing } = more
  const steve = await site.player('Steve')
  await giveNode(site, steve.id, 'player.skin.hd')
  const put = await putSkin(steve, png({ width: 64, height: 64, sample: paint, ...drawing }), {
    slim,
  })
  if (put.status !== 200) throw new Error(`upload: ${put.text}`)
  return steve
}

/** Requests a render and returns its pixels. */
export async function rendered(site: Site, path: string) {
  const reply = await site.browser().get(`/render/${path}`)
  return { ...reply, ...readPng(reply.bytes) }
}
