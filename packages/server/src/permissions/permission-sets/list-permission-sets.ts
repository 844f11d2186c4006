import type { ListQuery } from '@portal/contract'
import Type from 'typebox'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { PermissionSet, PermissionSetKind } from './permission-set.ts'
import { type ListedPermissionSet, listPermissionSets } from './permission-set-store.ts'

const PlaceAndId = Type.Tuple([Type.Integer(), KeyText])

/**
 * Lists a page of roles or ranks. Searches in memory: there are few, and the search must ignore case in every alphabet.
 */
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

/**
 * Returns the sort key of a role or rank. The list begins with the highest priority, or with the first rank, and then
 * sorts by ID.
 */
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
