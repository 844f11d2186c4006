import type { ListQuery } from '@portal/contract'
import Type from 'typebox'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { PermissionSet, PermissionSetKind } from './permission-set.ts'
import { type ListedPermissionSet, listPermissionSets } from './permission-set-store.ts'

const PlaceAndId = Type.Tuple([Type.Integer(), KeyText])

/** Searches in memory: there are few, and the search must ignore case in every alphabet. */
export async function pageOfPermissionSets(
  db: Db,
  kind: PermissionSetKind,
  listQuery: ListQuery,
): Promise<{ items: PermissionSet[]; next: string | null }> {
  const { query, limit, after } = readPage(listQuery, PlaceAndId)
  const search = query?.toLowerCase() ?? ''
  const permissionSets = (await listPermissionSets(db, kind)).filter(
    (permissionSet) =>
      (permissionSet.id.includes(search) || permissionSet.name.toLowerCase().includes(search)) &&
      (!after || isAfter(permissionSet, after)),
  )
  return toPage(permissionSets, limit, (permissionSet) => [
    placeOf(permissionSet),
    permissionSet.id,
  ])
}

/** Returns the sort key of the list: the highest priority or place first, then the ID. */
function placeOf({ kind, priority, position }: ListedPermissionSet): number {
  if (kind === 'role') return priority
  return position === null ? Number.MIN_SAFE_INTEGER : -position
}

function isAfter(
  permissionSet: ListedPermissionSet,
  [lastPlace, lastId]: readonly [number, string],
): boolean {
  const place = placeOf(permissionSet)
  return place < lastPlace || (place === lastPlace && permissionSet.id > lastId)
}
