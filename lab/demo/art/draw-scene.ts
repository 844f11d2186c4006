import {
  type Bitmap,
  blankBitmap,
  setPixel,
} from '../../../packages/server/src/profiles/images/bitmap.ts'
import { type Color, mix, noise, rgb, shade } from './color.ts'

/** A landscape in pixel art. Colors are written as `#1f6f5c`. */
export type Scene = {
  seed: number
  sky: readonly [top: string, bottom: string]
  sun: readonly [x: number, y: number, radius: number, color: string]
  /** The colors of the hills, from the farthest to the nearest. */
  hills: readonly string[]
  /** The height at which water begins, from 0 (top) to 1. The water reflects the landscape above it. */
  water?: number
  stars?: true
  snow?: true
  castle?: readonly [x: number, color: string]
  trees?: string
}

const WIDTH = 192
const HEIGHT = 80
const SCALE = 5

/** Draws a landscape of 960 by 400 pixels. The result depends only on `scene`. */
export function drawScene(scene: Scene): Bitmap {
  const picture = blankBitmap(WIDTH * SCALE, HEIGHT * SCALE)
  const shore = Math.round((scene.water ?? 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const color = y < shore ? landColor(scene, x, y) : waterColor(scene, x, y, shore)
      paintSquare(picture, x * SCALE, y * SCALE, color)
    }
  }
  return picture
}

function waterColor(scene: Scene, x: number, y: number, shore: number): Color {
  const depth = y - shore
  const ripple = noise(x >> 3, y, scene.seed) > 0.6 ? 2 : 0
  const mirrored = landColor(scene, x + ripple, Math.max(0, shore - 1 - depth))
  const glint = noise((x + depth) >> 2, y, scene.seed + 1) > 0.93 ? 1.35 : 0.82
  return shade(mix(mirrored, rgb(scene.sky[1]), 0.15 + depth * 0.006), glint)
}

function landColor(scene: Scene, x: number, y: number): Color {
  for (let layer = scene.hills.length - 1; layer >= 0; layer -= 1) {
    const color = hillColor(scene, layer, x, y)
    if (color !== undefined) return color
  }
  return castleColor(scene, x, y) ?? skyColor(scene, x, y)
}

function hillColor(scene: Scene, layer: number, x: number, y: number): Color | undefined {
  const isNearest = layer === scene.hills.length - 1
  const base = rgb(scene.hills[layer] ?? '')
  const ridge = ridgeAt(scene, layer, x)
  if (isNearest && scene.trees && y < ridge) return treeColor(scene, x, y)
  if (y < ridge) return undefined
  const depth = y - ridge
  if (scene.snow && layer < 2 && depth < 5 - noise(x, layer, scene.seed) * 4) return rgb('#eef4f8')
  if (depth < 2 && isNearest) return shade(base, 1.22)
  return shade(base, 1.04 - depth * 0.01 + (noise(x, y, scene.seed) - 0.5) * 0.07)
}

function ridgeAt({ seed, hills }: Scene, layer: number, x: number): number {
  const part = (layer + 1) / hills.length
  const height = HEIGHT * (0.34 + part * 0.46)
  const wide = smooth(x / (34 - layer * 4), seed + layer) * (20 - part * 10)
  return Math.round(height - wide + smooth(x / 7, seed + layer + 50) * 5 * (1.4 - part))
}

/** Returns the color of the conifers, which stand on the nearest hill in three sizes; undefined beside them. */
function treeColor(scene: Scene, x: number, y: number): Color | undefined {
  const layer = scene.hills.length - 1
  for (let trunk = x - 4; trunk <= x + 4; trunk += 1) {
    if (trunk % 5 !== 0 || noise(trunk, 1, scene.seed + 9) < 0.45) continue
    const height = 8 + Math.floor(noise(trunk, 2, scene.seed) * 8)
    const up = ridgeAt(scene, layer, trunk) - y
    const halfWidth = Math.max(0, (height - up) * 0.36 - (up % 3 === 0 ? 0 : 0.6))
    if (up > 0 && up <= height && Math.abs(x - trunk) <= halfWidth) {
      return shade(rgb(scene.trees ?? ''), x < trunk ? 1.18 : 0.94)
    }
  }
  return undefined
}

/** Returns the color of the castle behind the hills: three towers and a wall; undefined beside it. */
function castleColor({ castle }: Scene, x: number, y: number): Color | undefined {
  if (!castle) return undefined
  const [left, color] = castle
  const towers = [
    [0, 7, 24],
    [11, 9, 13],
    [25, 7, 21],
  ] as const
  for (const [from, width, top] of towers) {
    const across = x - left - from
    if (across < 0 || across >= width || y < top) continue
    if (y < top + 2 && across % 2 === 1) continue
    const isWindow = across === width >> 1 && (y - top) % 9 > 3 && (y - top) % 9 < 7
    return isWindow ? rgb('#f6cf74') : shade(rgb(color), across < 2 ? 1.14 : 0.98)
  }
  const isWall = x > left && x < left + 30 && y > 31 && !(y < 33 && x % 2 === 0)
  return isWall ? shade(rgb(color), noise(x >> 1, y, 4) > 0.7 ? 0.8 : 0.88) : undefined
}

function skyColor(scene: Scene, x: number, y: number): Color {
  const [sunX, sunY, radius, color] = scene.sun
  const distance = Math.hypot(x - sunX, y - sunY)
  if (distance < radius) return rgb(color)
  const banded = Math.floor(y / 4) / (HEIGHT / 4)
  const dither = (x + y) % 2 === 0 && y % 4 === 3 ? 0.05 : 0
  const sky = mix(rgb(scene.sky[0]), rgb(scene.sky[1]), Math.min(1, banded * 1.5 + dither))
  if (scene.stars && noise(x, y, scene.seed + 3) > 0.992) return rgb('#fdf6d8')
  const cloud = smooth(x / 16, scene.seed + y * 0.02) * smooth(y / 3.2, scene.seed + 30)
  if (!scene.stars && y > 5 && y < 34 && cloud > 0.42) return mix(sky, rgb('#ffffff'), 0.4)
  return distance < radius * 2.2 ? mix(sky, rgb(color), 0.22) : sky
}

/** Returns noise that changes gradually along a line, from 0 to 1. */
function smooth(at: number, seed: number): number {
  const from = Math.floor(at)
  const part = at - from
  const eased = part * part * (3 - 2 * part)
  const [first, second] = [noise(from, 7, Math.round(seed)), noise(from + 1, 7, Math.round(seed))]
  return first + (second - first) * eased
}

function paintSquare(picture: Bitmap, left: number, top: number, color: Color): void {
  for (let y = 0; y < SCALE; y += 1) {
    for (let x = 0; x < SCALE; x += 1) setPixel(picture, left + x, top + y, color)
  }
}
