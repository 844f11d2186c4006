/** The segments of a pattern. A trailing `*` matches one or more segments (see @portal/contract/node). */
export type Pattern = readonly string[]

export function overlap(a: Pattern, b: Pattern): Pattern | undefined {
  const length = Math.max(a.length, b.length)
  const segments: string[] = []
  for (let index = 0; index < length; index += 1) {
    const segment = intersectSegments(segmentAt(a, index), segmentAt(b, index))
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return segments
}

/** Returns a permission that the pattern matches, as a sample: wildcards become `?`, which no node contains. */
export function samplePermission(pattern: Pattern): string[] {
  return pattern.map((segment) => (segment === '*' ? '?' : segment))
}

function segmentAt(pattern: Pattern, index: number): string | undefined {
  if (index < pattern.length) return pattern[index]
  return pattern.at(-1) === '*' ? '*' : undefined
}

function intersectSegments(a: string | undefined, b: string | undefined): string | undefined {
  if (a === '*') return b
  return b === '*' || a === b ? a : undefined
}
