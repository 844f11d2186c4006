import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { countWhere, dropEmail, type Entry, inTransaction, prepared, skip } from './plan-store.ts'
import type { StagingDatabase } from './staging-store.ts'

/**
 * Resolves rows whose names differ only in case, or that have the same UUID: skips all of them, or all except the row
 * last seen if that is preferred. If rows have the same address, only the row last seen keeps it. Holds one batch in
 * memory.
 */
export function resolveDuplicates(
  staging: StagingDatabase,
  options: { preferLastSeen: boolean },
): void {
  for (const column of ['name_key', 'uuid'] as const) {
    for (const value of listDuplicateValues(staging, column)) {
      const group = { column, first: firstDuplicates(staging, column, value) }
      const winner = options.preferLastSeen ? lastSeen(staging, column, value) : undefined
      const count = countWhere(staging, `${column} = ? and state = 'coming'`, [value])
      eachDuplicate(staging, column, value, (duplicate) => {
        if (duplicate.seq === winner?.seq) return
        skip(staging, duplicate.seq, reasonOf(duplicate, { ...group, count, winner }))
      })
    }
  }
  for (const value of listDuplicateValues(staging, 'email_key')) {
    const [first] = firstDuplicates(staging, 'email_key', value)
    const keeper = lastSeen(staging, 'email_key', value) ?? first
    eachDuplicate(staging, 'email_key', value, ({ seq, email }) => {
      if (seq === keeper?.seq) return
      dropEmail(staging, seq, importMessage('email-shared', { email, other: label(keeper) }))
    })
  }
}

export function skipShared(
  staging: StagingDatabase,
  entry: Pick<Entry, 'seq' | 'nameKey' | 'emailKey' | 'uuid'>,
): void {
  const values = {
    username: ['name_key', entry.nameKey],
    email: ['email_key', entry.emailKey],
    uuid: ['uuid', entry.uuid],
  } as const
  const shared = Object.entries(values).filter(([, [column, value]]) => {
    const text = `select 1 from entry where ${column} = ? and state = 'coming' and seq < ?`
    return value !== null && prepared(staging, text).get(value, entry.seq)
  })
  for (const [column] of shared) {
    skip(staging, entry.seq, importMessage('taken-earlier', { column }))
  }
}

type Duplicate = { seq: number; row: string; name: string; email: string; seenAt: number }
type Column = 'name_key' | 'uuid' | 'email_key'

const BATCH_SIZE = 1_000
/** How many other rows a message names at most. For the rest, the message has only their number. */
const MAX_NAMED = 5

/** Yields the values that several rows have in a column. The caller may skip rows between two values. */
function* listDuplicateValues(staging: StagingDatabase, column: Column): Iterable<string> {
  const statement = prepared(
    staging,
    `select ${column} as value from entry where state = 'coming' and ${column} > ?
     group by ${column} having count(*) > 1 order by ${column} limit ${BATCH_SIZE}`,
  )
  for (let last = ''; ; ) {
    const values = statement.all(last).map(({ value }) => String(value))
    yield* values
    if (values.length < BATCH_SIZE) return
    last = values.at(-1) ?? last
  }
}

function duplicatesOf(
  staging: StagingDatabase,
  column: Column,
  {
    value,
    after = 0,
    order = 'seq',
    limit = BATCH_SIZE,
  }: {
    value: string
    after?: number
    order?: 'seq' | 'seenAt desc'
    limit?: number
  },
): Duplicate[] {
  const text = `select seq, row, name, email, coalesce(seen_at, 0) as seenAt from entry
    where ${column} = ? and state = 'coming' and seq > ? order by ${order} limit ?`
  const rows = prepared(staging, text).all(value, after, limit)
  return rows.map(({ seq, row, name, email, seenAt }) => ({
    seq: Number(seq),
    seenAt: Number(seenAt),
    row: String(JSON.parse(String(row))),
    name: String(name),
    email: String(email),
  }))
}

function firstDuplicates(staging: StagingDatabase, column: Column, value: string): Duplicate[] {
  return duplicatesOf(staging, column, { value, limit: MAX_NAMED + 1 })
}

function eachDuplicate(
  staging: StagingDatabase,
  column: Column,
  value: string,
  decide: (duplicate: Duplicate) => void,
): void {
  for (let after = 0; ; ) {
    const batch = duplicatesOf(staging, column, { value, after })
    inTransaction(staging, () => {
      for (const duplicate of batch) decide(duplicate)
    })
    if (batch.length < BATCH_SIZE) return
    after = batch.at(-1)?.seq ?? after
  }
}

/**
 * Returns the row that was last seen on the previous site; undefined if two rows were last seen at the same time, or
 * none ever was.
 */
function lastSeen(staging: StagingDatabase, column: Column, value: string): Duplicate | undefined {
  const [first, second] = duplicatesOf(staging, column, { value, order: 'seenAt desc', limit: 2 })
  return (first?.seenAt ?? 0) > (second?.seenAt ?? 0) ? first : undefined
}

function reasonOf(
  duplicate: Duplicate,
  group: {
    column: 'name_key' | 'uuid'
    first: Duplicate[]
    count: number
    winner: Duplicate | undefined
  },
): ImportMessage {
  const what = group.column === 'uuid' ? 'uuid' : 'name'
  if (group.winner) {
    return importMessage(`${what}-duplicate-older`, { other: label(group.winner) })
  }
  const others = group.first.filter(({ seq }) => seq !== duplicate.seq).slice(0, MAX_NAMED)
  const more = group.count - 1 - others.length
  const named = others.map(label).join(', ') + (more > 0 ? `, … (+${more})` : '')
  return importMessage(`${what}-duplicate`, { others: named })
}

function label(duplicate: Duplicate | undefined): string {
  return duplicate ? `${duplicate.name} (#${duplicate.row})` : ''
}
