import type { ListQuery } from '@portal/contract'
import Type from 'typebox'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import type { Bundle, BundleKind } from './permission-set.ts'
import { listBundles } from './permission-set-store.ts'

const PriorityAndId = Type.Tuple([Type.Integer(), KeyText])

/**
 * Lists a page of the roles, highest priority first, or of the donate groups, by id. There are few of
 * them, so the search runs here and works alike in every alphabet.
 *
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function pageOfBundles(
  db: Db,
  kind: BundleKind,
  asked: ListQuery,
): Promise<{ items: Bundle[]; next: string | null }> {
  const { query, limit, after } = readPage(asked, PriorityAndId)
  const wanted = query?.toLowerCase() ?? ''
  const bundles = (await listBundles(db, kind)).filter(
    ({ id, name, priority }) =>
      (id.includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (!after || isAfter({ id, priority }, after)),
  )
  return toPage(bundles, limit, ({ priority, id }) => [priority, id])
}

function isAfter(
  { id, priority }: Pick<Bundle, 'id' | 'priority'>,
  [lastPriority, lastId]: readonly [number, string],
): boolean {
  return priority < lastPriority || (priority === lastPriority && id > lastId)
}
