import type { Node } from '@portal/contract/node'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { parseNodes, parseStoredNodes } from '../parse-nodes.ts'
import { shareLockPermissionSets } from '../permission-sets/permission-set-store.ts'
import type { Grant } from './grant.ts'

export type Grantable = { group: string } | { node: string }

export type GrantKey = Pick<Grant, 'group' | 'node'>

export function toGrantKey(grantable: Grantable): GrantKey {
  if ('group' in grantable) return { group: grantable.group, node: null }
  const [node] = parseNodes([grantable.node], () => 'node')
  return { group: null, node: node?.text ?? null }
}

export function isGrantOf(grant: Grant, grantKey: GrantKey): boolean {
  return grant.group === grantKey.group && grant.node === grantKey.node
}

/**
 * Returns the nodes that a rank or a single node gives. Locks the rank, so that it cannot be deleted until the
 * transaction ends.
 * @throws Refusal `group.notfound`
 */
export async function listGrantableNodes(tx: Db, { group, node }: GrantKey): Promise<Node[]> {
  if (group === null) return parseStoredNodes(node === null ? [] : [node])
  const [permissionSet] = await shareLockPermissionSets(tx, 'group', [group])
  if (!permissionSet) throw new Refusal('group.notfound')
  return parseStoredNodes(permissionSet.permissions)
}
