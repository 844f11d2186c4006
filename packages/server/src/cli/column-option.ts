import { WrongUsage } from './failure.ts'

/** Adds a value of an option that can be repeated. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}

/**
 * Maps our column names to those of the source.
 *
 * @throws WrongUsage for a pair that names no column of ours.
 */
export function renamedColumns(
  pairs: readonly string[],
  known: readonly string[],
): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [ours = '', theirs = ''] = pair.split('=', 2)
      if (!known.includes(ours) || !theirs) {
        throw new WrongUsage(`--column ${pair}: give one of ${known.join(', ')}, then = and a name`)
      }
      return [ours, theirs]
    }),
  )
}
