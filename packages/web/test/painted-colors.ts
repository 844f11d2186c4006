import type { Locator } from 'playwright-core'

type Color = readonly number[]

/** Returns the colors of an element as the browser paints them: red, green and blue from 0 to 255. */
export async function paintedColors(element: Locator): Promise<{
  ink: Color
  fill: Color
  edge: Color
  /** The background of the nearest ancestor that has one. */
  around: Color
}> {
  return element.evaluate((element) => {
    const styleOf = Reflect.get(globalThis, 'getComputedStyle')
    const Canvas = Reflect.get(globalThis, 'OffscreenCanvas')
    const brush = new Canvas(1, 1).getContext('2d')
    const painted = (color: string): number[] => {
      brush.clearRect(0, 0, 1, 1)
      brush.fillStyle = color
      brush.fillRect(0, 0, 1, 1)
      return [...brush.getImageData(0, 0, 1, 1).data]
    }
    const isPainted = (one: unknown) => painted(styleOf(one).backgroundColor)[3] !== 0
    let around = element.parentElement
    while (around?.parentElement && !isPainted(around)) around = around.parentElement
    const { color, backgroundColor, borderTopColor } = styleOf(element)
    const colors = [color, backgroundColor, borderTopColor, styleOf(around).backgroundColor]
    const [ink = [], fill = [], edge = [], ground = []] = colors.map((one) =>
      painted(one).slice(0, 3),
    )
    return { ink, fill, edge, around: ground }
  })
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
