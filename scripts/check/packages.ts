import { cyclesOf } from './cycles.ts'
import { type Graph, graphOf, targetOf } from './graph.ts'

/**
 * Lists violations between packages, and in the files of all packages except the server.
 * @param texts by path below `packages`.
 */
export function packageViolations(texts: ReadonlyMap<string, string>): string[] {
  const others = new Map([...texts].filter(([file]) => !file.startsWith('server/')))
  const graph = graphOf(others)
  return [...cyclesOf(graph), ...foreignImportsIn(graph)]
}

/**
 * Finds forbidden imports: the contract imports no other package of ours; other packages import only the contract.
 */
function foreignImportsIn(graph: Graph): string[] {
  const violations: string[] = []
  for (const [file, { imports }] of graph) {
    const [owner = ''] = file.split('/')
    for (const { specifier, typeOnly } of imports) {
      const ours = specifier.startsWith('@portal/')
      if (ours && (owner === 'contract' || !/^@portal\/contract(\/|$)/.test(specifier))) {
        violations.push(`${file} -> ${specifier}: packages share the contract and nothing else`)
      }
      if (ours && owner === 'launcher-module' && !typeOnly) {
        violations.push(
          `${file} -> ${specifier}: the module takes types alone, the rest is bundled`,
        )
      }
      if (specifier.startsWith('.') && !targetOf(file, specifier).startsWith(`${owner}/`)) {
        violations.push(`${file} -> ${specifier}: leads out of its package`)
      }
    }
  }
  return violations
}
