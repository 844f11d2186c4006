import type { Node } from '@portal/contract/node'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { readNodes, storedNodes } from '../parse-nodes.ts'
import { holdBundles } from '../permission-sets/permission-set-store.ts'
import type { Grant } from './grant.ts'

/** What somebody wants to give: a donate group by its id, or a single node in any letter case. */
export type Gift = { group: string } | { node: string }

/** A gift in its stored form. */
export type Subject = Pick<Grant, 'group' | 'node'>

/** @throws Refusal `request.invalid` naming `node`; `permission.notassignable` */
export function toSubject(gift: Gift): Subject {
  if ('group' in gift) return { group: gift.group, node: null }
  const [node] = readNodes([gift.node], () => 'node')
  return { group: null, node: node?.text ?? null }
}

export function isOf(grant: Grant, subject: Subject): boolean {
  return grant.group === subject.group && grant.node === subject.node
}

/**
 * Lists the nodes of a gift. Its group cannot be deleted until the transaction ends.
 *
 * @throws Refusal `group.notfound`
 */
export async function listGiftNodes(tx: Db, { group, node }: Subject): Promise<Node[]> {
  if (group === null) return storedNodes(node === null ? [] : [node])
  const [bundle] = await holdBundles(tx, 'group', [group])
  if (!bundle) throw new Refusal('group.notfound')
  return storedNodes(bundle.permissions)
}
