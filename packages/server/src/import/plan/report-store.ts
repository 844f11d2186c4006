import { countWhere, prepared } from './plan-store.ts'
import type { Scratch } from './scratch-store.ts'

export type Left = { row: number | string; name: string; reason: string }

/** Lists rows that are left out and why, or (`note`) what of those that come or are here does not. */
export function listRemarks(scratch: Scratch, kind: 'fault' | 'note'): Left[] {
  const condition = kind === 'fault' ? `state = 'skipped'` : `state <> 'skipped'`
  return prepared(
    scratch,
    `select row, name, group_concat(text, '; ') as reason
     from entry join remark on remark.seq = entry.seq
     where remark.kind = ? and ${condition} group by entry.seq order by entry.seq`,
  )
    .all(kind)
    .map(({ row, name, reason }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      reason: String(reason),
    }))
}

/** Lists faults one by one, those of reading before those of comparing, as `import players` does. */
export function listFaults(scratch: Scratch): { row: number | string; reason: string }[] {
  return prepared(
    scratch,
    `select row, text from remark join entry on entry.seq = remark.seq
     where kind = 'fault' order by remark.rowid`,
  )
    .all()
    .map(({ row, text }) => ({ row: JSON.parse(String(row)), reason: String(text) }))
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

export function countSchemes(scratch: Scratch): Record<string, number> {
  const rows = prepared(
    scratch,
    `select scheme, count(*) as count from entry where state = 'coming' and scheme is not null
     group by scheme order by scheme`,
  ).all()
  return Object.fromEntries(rows.map(({ scheme, count }) => [String(scheme), Number(count)]))
}
