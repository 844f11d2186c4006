import type { ListQuery } from '@portal/contract'
import Type from 'typebox'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { PermissionSet, PermissionSetKind } from './permission-set.ts'
import { listPermissionSets } from './permission-set-store.ts'

const PriorityAndId = Type.Tuple([Type.Integer(), KeyText])

/** Searches in memory, because there are few and the search must ignore case in every alphabet. */
export async function pageOfPermissionSets(
  db: Db,
  kind: PermissionSetKind,
  listQuery: ListQuery,
): Promise<{ items: PermissionSet[]; next: string | null }> {
  const { query, limit, after } = readPage(listQuery, PriorityAndId)
  const search = query?.toLowerCase() ?? ''
  const permissionSets = (await listPermissionSets(db, kind)).filter(
    ({ id, name, priority }) =>
      (id.includes(search) || name.toLowerCase().includes(search)) &&
      (!after || isAfter({ id, priority }, after)),
  )
  return toPage(permissionSets, limit, ({ priority, id }) => [priority, id])
}

function isAfter(
  { id, priority }: Pick<PermissionSet, 'id' | 'priority'>,
  [lastPriority, lastId]: readonly [number, string],
): boolean {
  return priority < lastPriority || (priority === lastPriority && id > lastId)
}
