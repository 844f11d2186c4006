import { countWhere, prepared } from './plan-store.ts'
import type { Scratch } from './scratch-store.ts'

export type Left = { row: number | string; name: string; reason: string }

/** Lists rows that are left out and why, or (`note`) what of those that come or are here does not. */
export function listRemarks(scratch: Scratch, kind: 'fault' | 'note'): Left[] {
  return prepared(
    scratch,
    `select row, name, group_concat(text, '; ') as reason
     from entry join remark on remark.seq = entry.seq
     where remark.kind = ? and ${conditionOf(kind)} group by entry.seq order by entry.seq`,
  )
    .all(kind)
    .map(({ row, name, reason }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      reason: String(reason),
    }))
}

/** Lists the first rows of which `listRemarks` tells, each with its reasons apart. */
export function listOddRows(scratch: Scratch, kind: 'fault' | 'note', most: number) {
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

/** Counts the rows of which `listRemarks` tells. */
export function countRemarks(scratch: Scratch, kind: 'fault' | 'note'): number {
  const text = `${conditionOf(kind)} and seq in (select seq from remark where kind = ?)`
  return countWhere(scratch, text, [kind])
}

function conditionOf(kind: 'fault' | 'note'): string {
  return kind === 'fault' ? `state = 'skipped'` : `state <> 'skipped'`
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
