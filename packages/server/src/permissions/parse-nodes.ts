import { isKernel, type Node, parseNode } from '@portal/contract/node'
import { type FieldFault, Refusal } from '../platform/errors.ts'

/**
 * Reads the nodes that somebody wants to give to a player, a role or a group.
 *
 * @param fieldAt returns the name of the field with the node at an index.
 * @throws Refusal `request.invalid` naming each field that does not contain a node;
 *   `permission.notassignable` for nodes of the namespace `kernel`
 */
export function readNodes(texts: readonly string[], fieldAt: (index: number) => string): Node[] {
  const nodes: Node[] = []
  const faults: FieldFault[] = []
  for (const [index, text] of texts.entries()) {
    const node = parseNode(text)
    if (node) nodes.push(node)
    else faults.push({ field: fieldAt(index), keyword: 'node' })
  }
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  if (nodes.some(({ segments }) => isKernel(segments)))
    throw new Refusal('permission.notassignable')
  return nodes
}

/** Reads the nodes of a role or group; sorts them and drops repeats. */
export function readBundleNodes(texts: readonly string[]): Node[] {
  const nodes = readNodes(texts, (index) => `permissions.${index}`)
  const byText = new Map(nodes.map((node) => [node.text, node]))
  return [...byText.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

/** Parses nodes that come from the database. */
export function storedNodes(texts: readonly string[]): Node[] {
  return texts.map(parseNode).filter((node) => node !== undefined)
}
