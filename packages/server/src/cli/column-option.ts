import { WrongUsage } from './failure.ts'

export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}

/**
 * Parses `--column` options. Returns the names of columns in the source by the names that this site uses.
 * @throws WrongUsage for an option that names no column of this site
 */
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
