import { MAX_AUDIT_COUNT } from '@portal/contract'
import type { App } from '../../app.ts'
import { countAudits } from './count-audit-store.ts'
import { type AuditSearch, resolveSearch } from './list-audit.ts'

/**
 * Counts the entries that match a search. `isExact` is false if there may be more.
 * @throws Refusal `request.invalid` for an invalid time
 */
export async function countAudit(
  { db }: Pick<App, 'db'>,
  search: AuditSearch,
): Promise<{ total: number; isExact: boolean }> {
  const { filter, span } = await resolveSearch(db, search)
  const { matching, read } = await countAudits(db, filter, { ...span, most: MAX_AUDIT_COUNT })
  return { total: Math.min(matching, MAX_AUDIT_COUNT), isExact: read <= MAX_AUDIT_COUNT }
}
