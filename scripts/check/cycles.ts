import { type Graph, targetOf } from './graph.ts'

/**
 * Finds files that import each other, directly or through others, by value or by type. The types of `app.ts` are
 * exempt, because each area names the parts of `App` that it uses. @returns a sentence for each cycle.
 */
export function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push(`${[...path.slice(start), file].join(' -> ')}: a circle`)
    if (start >= 0 || done.has(file)) return
    for (const { specifier, typeOnly } of graph.get(file)?.imports ?? []) {
      const target = targetOf(file, specifier)
      if (target === 'app.ts' && typeOnly) continue
      if (graph.has(target)) walk(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return cycles
}
