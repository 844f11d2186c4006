import { isKernel, type Node, parseNode } from '@portal/contract/node'
import { type FieldFault, Refusal } from '../platform/errors.ts'

/**
 * Parses nodes of a request.
 * @param fieldAt returns the field name of the node at an index
 * @throws Refusal `request.invalid` naming each wrong field; `permission.notassignable` for nodes of the namespace
 * `kernel`
 */
export function parseNodes(texts: readonly string[], fieldAt: (index: number) => string): Node[] {
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

/**
 * Parses the nodes of a role or rank, sorts them and removes duplicates.
 * @throws the refusals of `parseNodes`
 */
export function parsePermissionSetNodes(texts: readonly string[]): Node[] {
  const nodes = parseNodes(texts, (index) => `permissions.${index}`)
  const byText = new Map(nodes.map((node) => [node.text, node]))
  return [...byText.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

export function parseStoredNodes(texts: readonly string[]): Node[] {
  return texts.map(parseNode).filter((node) => node !== undefined)
}
