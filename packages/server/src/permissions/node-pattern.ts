/** The segments of a pattern; a trailing `*` matches one or more segments (see @portal/contract/node). */
export type Pattern = readonly string[]

/** Returns the pattern of all that two patterns both match; undefined when there is nothing. */
export function overlap(a: Pattern, b: Pattern): Pattern | undefined {
  const length = Math.max(a.length, b.length)
  const both: string[] = []
  for (let index = 0; index < length; index += 1) {
    const segment = common(segmentAt(a, index), segmentAt(b, index))
    if (segment === undefined) return undefined
    both.push(segment)
  }
  return both
}

/** Invents a permission that the pattern matches: wildcards become `?`, which no node contains. */
export function sampleOf(pattern: Pattern): string[] {
  return pattern.map((segment) => (segment === '*' ? '?' : segment))
}

function segmentAt(pattern: Pattern, index: number): string | undefined {
  if (index < pattern.length) return pattern[index]
  return pattern.at(-1) === '*' ? '*' : undefined
}

function common(a: string | undefined, b: string | undefined): string | undefined {
  if (a === '*') return b
  return b === '*' || a === b ? a : undefined
}
