import type { Audit } from '../../audit/audit.ts'
import { type AuditRange, type IndexedAuditFilter, listAudits } from '../../audit/audit-store.ts'
import type { Db } from '../../database/database.ts'

/** The criteria of a search. An undefined field matches everything. */
export type AuditFilter = {
  about?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  ip?: string | undefined
  action?: string | undefined
}

const columnsOf = ['target', 'actor', 'ip', 'action'] as const

/**
 * Reads the next entries from the index that fits the filter best, newest first. Reads at most `range.limit` entries of
 * it, so some may not match the filter: the caller checks them with `matchesFilter`.
 */
export async function scanAudits(db: Db, filter: AuditFilter, range: AuditRange): Promise<Audit[]> {
  const { about } = filter
  if (about === undefined) return listAudits(db, filterColumnOf(filter), range)

  const did = await listAudits(db, { column: 'actor', value: about }, range)
  const bore = await listAudits(db, { column: 'target', value: about }, range)
  const both = new Map([...did, ...bore].map((audit) => [audit.id, audit]))
  return [...both.values()].sort(newestFirst).slice(0, range.limit)
}

/**
 * Whether an entry that `scanAudits` returned matches the filter. Does not check `about`, because all returned entries
 * match it.
 */
export function matchesFilter(audit: Audit, filter: AuditFilter): boolean {
  return columnsOf.every((mark) => filter[mark] === undefined || filter[mark] === audit[mark])
}

export function isSingleColumnFilter(filter: AuditFilter): boolean {
  return Object.values(filter).filter((value) => value !== undefined).length < 2
}

function filterColumnOf(filter: AuditFilter): IndexedAuditFilter | undefined {
  const column = columnsOf.find((mark) => filter[mark] !== undefined)
  return column && { column, value: filter[column] ?? '' }
}

function newestFirst(a: Audit, b: Audit): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}
