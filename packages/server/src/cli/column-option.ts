import { WrongUsage } from './failure.ts'

export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}

/** Maps our column names to those of the source. @throws WrongUsage for a pair that names no column of ours */
export function renamedColumns(
  pairs: readonly string[],
  known: readonly string[],
): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [portalName = '', sourceName = ''] = pair.split('=', 2)
      if (!known.includes(portalName) || !sourceName) {
        throw new WrongUsage(`--column ${pair}: give one of ${known.join(', ')}, then = and a name`)
      }
      return [portalName, sourceName]
    }),
  )
}
