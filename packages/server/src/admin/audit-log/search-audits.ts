import type { Audit } from '../../audit/audit.ts'
import { type AuditMark, type AuditStretch, listAudits } from '../../audit/audit-store.ts'
import type { Db } from '../../database/database.ts'

/** What to look for in the trail. A field that is undefined matches everything. */
export type AuditFilter = {
  /** A player's id or the name of a thing, either as actor or as target. */
  about?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  ip?: string | undefined
  action?: string | undefined
}

const marks = ['target', 'actor', 'ip', 'action'] as const

/**
 * Reads the next entries of the index that suits a filter best, newest first. Some may not match the
 * filter (see `fitsFilter`): no filter ever reads more than `stretch.limit` entries of an index.
 */
export async function walkAudits(
  db: Db,
  filter: AuditFilter,
  stretch: AuditStretch,
): Promise<Audit[]> {
  const { about } = filter
  if (about === undefined) return listAudits(db, markOf(filter), stretch)

  const did = await listAudits(db, { column: 'actor', value: about }, stretch)
  const bore = await listAudits(db, { column: 'target', value: about }, stretch)
  const both = new Map([...did, ...bore].map((audit) => [audit.id, audit]))
  return [...both.values()].sort(newestFirst).slice(0, stretch.limit)
}

/** Whether an entry read by `walkAudits` matches the filter; `walkAudits` itself ensures `about`. */
export function fitsFilter(audit: Audit, filter: AuditFilter): boolean {
  return marks.every((mark) => filter[mark] === undefined || filter[mark] === audit[mark])
}

/** Whether every entry that `walkAudits` reads matches the filter. */
export function isPlain(filter: AuditFilter): boolean {
  return Object.values(filter).filter((value) => value !== undefined).length < 2
}

function markOf(filter: AuditFilter): AuditMark | undefined {
  const column = marks.find((mark) => filter[mark] !== undefined)
  return column && { column, value: filter[column] ?? '' }
}

function newestFirst(a: Audit, b: Audit): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}
