import { countWhere, prepared, type Remark } from './plan-store.ts'
import type { Scratch } from './staging-store.ts'

export type Left = { row: number | string; name: string; reason: string }

const AT_ONCE = 1_000

/**
 * Reads which rows are left out and why, or (`note`) what of those that come or are here does not, a slice
 * at a time: it can be every row.
 */
export function* slicesOfRemarks(scratch: Scratch, kind: Remark): Iterable<Left[]> {
  const statement = prepared(
    scratch,
    `select seq, row, name,
       (select group_concat(text, '; ') from remark where remark.seq = entry.seq and kind = ?1) as reason
     from entry where seq > ?2 and ${conditionOf(kind)}
       and exists (select 1 from remark where remark.seq = entry.seq and kind = ?1)
     order by seq limit ${AT_ONCE}`,
  )
  for (let last = 0; ; ) {
    const rows = statement.all(kind, last)
    if (rows.length === 0) return
    yield rows.map(({ row, name, reason }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      reason: String(reason),
    }))
    last = Number(rows.at(-1)?.seq)
  }
}

/** Lists the first rows of which `slicesOfRemarks` tells, each with its reasons apart. */
export function listOddRows(scratch: Scratch, kind: Remark, most: number) {
  return prepared(
    scratch,
    `select row, name, json_group_array(text) as reasons
     from entry join remark on remark.seq = entry.seq
     where remark.kind = ? and ${conditionOf(kind)}
     group by entry.seq order by entry.seq limit ?`,
  )
    .all(kind, most)
    .map(({ row, name, reasons }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      reasons: JSON.parse(String(reasons)),
    }))
}

/** The first rows of which slicesOfRemarks tells. */
export function firstRemarks(scratch: Scratch, kind: Remark, most: number): Left[] {
  for (const slice of slicesOfRemarks(scratch, kind)) return slice.slice(0, most)
  return []
}

/** Counts the rows of which slicesOfRemarks tells. */
export function countRemarks(scratch: Scratch, kind: Remark): number {
  const text = `${conditionOf(kind)} and seq in (select seq from remark where kind = ?)`
  return countWhere(scratch, text, [kind])
}

function conditionOf(kind: Remark): string {
  return kind === 'fault' ? `state = 'skipped'` : `state <> 'skipped'`
}

/** Lists the first faults one by one, those of reading before those of comparing, and counts all. */
export function listFaults(
  scratch: Scratch,
  most: number,
): { count: number; first: { row: number | string; reason: string }[] } {
  const first = prepared(
    scratch,
    `select row, text from remark join entry on entry.seq = remark.seq
     where kind = 'fault' order by remark.rowid limit ?`,
  ).all(most)
  const all = prepared(scratch, `select count(*) as count from remark where kind = 'fault'`).get()
  return {
    count: Number(all?.count),
    first: first.map(({ row, text }) => ({
      row: JSON.parse(String(row)),
      reason: String(text),
    })),
  }
}

export function countPlan(scratch: Scratch) {
  return {
    read: countWhere(scratch, 'true'),
    importable: countWhere(scratch, `state = 'coming'`),
    present: countWhere(scratch, `state = 'present'`),
    withoutEmail: countWhere(scratch, `state = 'coming' and email is null`),
    withNewUuid: countWhere(scratch, `state = 'coming' and uuid is null`),
  }
}

/** Counts one by one: grouping by a column without an index would sort the whole plan in memory. */
export function countSchemes(scratch: Scratch): Record<string, number> {
  const named = `state = 'coming' and scheme is not null`
  const rows = prepared(scratch, `select distinct scheme from entry where ${named}`).all()
  const schemes = rows.map(({ scheme }) => String(scheme)).sort()
  const counted = (scheme: string) => countWhere(scratch, `${named} and scheme = ?`, [scheme])
  return Object.fromEntries(schemes.map((scheme) => [scheme, counted(scheme)]))
}
