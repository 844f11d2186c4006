import { circlesOf } from './cycles.ts'
import { type Graph, graphOf, targetOf } from './graph.ts'

/**
 * Lists what is wrong between packages, and with the files of all packages except the server.
 *
 * @param texts by path below `packages`.
 */
export function packageOffences(texts: ReadonlyMap<string, string>): string[] {
  const others = new Map([...texts].filter(([file]) => !file.startsWith('server/')))
  const graph = graphOf(others)
  return [...circlesOf(graph), ...strangersIn(graph)]
}

/** The contract imports no other package of ours; other packages import only the contract, or a part of it. */
function strangersIn(graph: Graph): string[] {
  const offences: string[] = []
  for (const [file, { imports }] of graph) {
    const [owner = ''] = file.split('/')
    for (const { specifier, typeOnly } of imports) {
      const ours = specifier.startsWith('@portal/')
      if (ours && (owner === 'contract' || !/^@portal\/contract(\/|$)/.test(specifier))) {
        offences.push(`${file} -> ${specifier}: packages share the contract and nothing else`)
      }
      if (ours && owner === 'launcher-module' && !typeOnly) {
        offences.push(`${file} -> ${specifier}: the module takes types alone, the rest is bundled`)
      }
      if (specifier.startsWith('.') && !targetOf(file, specifier).startsWith(`${owner}/`)) {
        offences.push(`${file} -> ${specifier}: leads out of its package`)
      }
    }
  }
  return offences
}
