import { type FieldFault, Refusal } from '../../errors.ts'
import { isKernel, type Node, parseNode } from './node.ts'

/**
 * Reads nodes that somebody wants to give to a player, a role or a group.
 *
 * @param fieldAt the name of the field that holds the node at an index.
 * @throws Refusal `request.invalid` naming each field that holds no node;
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

/** The nodes of a role or group: in their stored form, sorted, without repeats. */
export function readBundleNodes(texts: readonly string[]): Node[] {
  const nodes = readNodes(texts, (index) => `permissions.${index}`)
  const byText = new Map(nodes.map((node) => [node.text, node]))
  return [...byText.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

/** Nodes that were stored in their own form. */
export function storedNodes(texts: readonly string[]): Node[] {
  return texts.map(parseNode).filter((node) => node !== undefined)
}
