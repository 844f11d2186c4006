import type { ImportMessage } from '@portal/contract'
import { describeMessage } from '../import-message.ts'
import { countWhere, prepared, type RemarkKind } from './plan-store.ts'
import type { StagingDatabase } from './staging-store.ts'

export type SkippedRow = { row: number | string; name: string; reason: string }

/** Selects the messages of a row as a JSON array, which `readReason` reads. */
export const MESSAGES = `json_group_array(json_object('code', code, 'data', json(data)))`

const BATCH_SIZE = 1_000

/** Yields in batches the skipped rows with their faults, or the other rows with their notes. */
export function* streamRemarks(staging: StagingDatabase, kind: RemarkKind): Iterable<SkippedRow[]> {
  const statement = prepared(
    staging,
    `select seq, row, name, suggested_name as suggestedName,
       (select ${MESSAGES} from remark where remark.seq = entry.seq and kind = ?1) as messages
     from entry where seq > ?2 and ${conditionOf(kind)}
       and exists (select 1 from remark where remark.seq = entry.seq and kind = ?1)
     order by seq limit ${BATCH_SIZE}`,
  )
  for (let last = 0; ; ) {
    const rows = statement.all(kind, last)
    if (rows.length === 0) return
    yield rows.map(({ row, name, messages, suggestedName }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      reason:
        readReason(messages) +
        (suggestedName === null ? '' : `; --rename '${name}=${suggestedName}' imports this player`),
    }))
    last = Number(rows.at(-1)?.seq)
  }
}

export function readReason(messages: unknown): string {
  return readMessages(messages).map(describeMessage).join('; ')
}

function readMessages(messages: unknown): ImportMessage[] {
  return JSON.parse(String(messages))
}

export function listSkippedRows(staging: StagingDatabase, kind: RemarkKind, limit: number) {
  return prepared(
    staging,
    `select row, name, suggested_name as suggestedName, ${MESSAGES} as messages
     from entry join remark on remark.seq = entry.seq
     where remark.kind = ? and ${conditionOf(kind)}
     group by entry.seq order by entry.seq limit ?`,
  )
    .all(kind, limit)
    .map(({ row, name, suggestedName, messages }) => ({
      row: JSON.parse(String(row)),
      name: String(name),
      suggestedName: suggestedName === null ? null : String(suggestedName),
      messages: readMessages(messages),
    }))
}

export function firstRemarks(
  staging: StagingDatabase,
  kind: RemarkKind,
  limit: number,
): SkippedRow[] {
  for (const batch of streamRemarks(staging, kind)) return batch.slice(0, limit)
  return []
}

export function countRemarks(staging: StagingDatabase, kind: RemarkKind): number {
  const text = `${conditionOf(kind)} and seq in (select seq from remark where kind = ?)`
  return countWhere(staging, text, [kind])
}

function conditionOf(kind: RemarkKind): string {
  return kind === 'fault' ? `state = 'skipped'` : `state <> 'skipped'`
}

/**
 * Returns the first faults and the number of all faults. Faults found while reading come before faults found while
 * comparing.
 */
export function listFaults(
  staging: StagingDatabase,
  limit: number,
): { count: number; first: { row: number | string; fault: ImportMessage }[] } {
  const first = prepared(
    staging,
    `select row, code, data from remark join entry on entry.seq = remark.seq
     where kind = 'fault' order by remark.rowid limit ?`,
  ).all(limit)
  const all = prepared(staging, `select count(*) as count from remark where kind = 'fault'`).get()
  return {
    count: Number(all?.count),
    first: first.map(({ row, code, data }) => ({
      row: JSON.parse(String(row)),
      fault: { code, data: JSON.parse(String(data)) } as ImportMessage, // only addRemark writes these texts
    })),
  }
}

export function countPlan(staging: StagingDatabase) {
  return {
    read: countWhere(staging, 'true'),
    importable: countWhere(staging, `state = 'coming'`),
    present: countWhere(staging, `state = 'present'`),
    withoutEmail: countWhere(staging, `state = 'coming' and email is null`),
    withNewUuid: countWhere(staging, `state = 'coming' and uuid is null`),
  }
}

/**
 * Counts the rows of each scheme of password hashes, with one query per scheme: grouping without an index would sort
 * the plan in memory.
 */
export function countSchemes(staging: StagingDatabase): Record<string, number> {
  const named = `state = 'coming' and scheme is not null`
  const rows = prepared(staging, `select distinct scheme from entry where ${named}`).all()
  const schemes = rows.map(({ scheme }) => String(scheme)).sort()
  const counted = (scheme: string) => countWhere(staging, `${named} and scheme = ?`, [scheme])
  return Object.fromEntries(schemes.map((scheme) => [scheme, counted(scheme)]))
}
