import { type Graph, targetOf } from './graph.ts'

/**
 * Finds files that import each other, directly or through others, by value or by type. @returns a sentence
 * for each cycle that a walk over the graph closes.
 */
export function circlesOf(graph: Graph): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push(`${[...path.slice(start), file].join(' -> ')}: a circle`)
    if (start >= 0 || done.has(file)) return
    for (const { specifier } of graph.get(file)?.imports ?? []) {
      const target = targetOf(file, specifier)
      if (graph.has(target)) walk(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return circles
}
