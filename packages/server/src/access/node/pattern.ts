/** Segments of a pattern; a last `*` stands for one or more (see node.ts). */
export type Pattern = readonly string[]

/** What two patterns both match, which is a pattern again; undefined when there is no such thing. */
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

/** A permission that the pattern matches and nobody named: its wildcards are a word of no node. */
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
