import { dropEmail, type Entry, entriesWhere, prepared, skip, together } from './plan-store.ts'
import type { Scratch } from './scratch-store.ts'

/** What two rows of a source may not share. */
const SHARED = { name_key: 'the name', uuid: 'the uuid' } as const

/**
 * Decides between rows of the source that cannot all come. Of two names that differ only by case, and of
 * two rows with one uuid, neither comes, unless the one last seen is preferred; both are named. Of two
 * with one address, the one last seen keeps it.
 */
export function settleTwins(scratch: Scratch, options: { preferLastSeen: boolean }): void {
  for (const column of ['name_key', 'uuid'] as const) {
    for (const value of repeated(scratch, column)) {
      const twins = entriesWhere(scratch, `${column} = ? and state = 'coming'`, [value])
      const winner = options.preferLastSeen ? lastSeen(twins) : undefined
      together(scratch, () => {
        for (const twin of twins) {
          if (twin !== winner) skip(scratch, twin.seq, reasonOf(column, twin, twins, winner))
        }
      })
    }
  }
  for (const value of repeated(scratch, 'email_key')) {
    const sharing = entriesWhere(scratch, `email_key = ? and state = 'coming'`, [value])
    const keeper = lastSeen(sharing) ?? sharing[0]
    together(scratch, () => {
      for (const { seq, email } of sharing.filter((one) => one !== keeper)) {
        dropEmail(scratch, seq, `comes without the address ${email}: ${label(keeper)} keeps it`)
      }
    })
  }
}

/** For rows that come one by one: lists what a row shares with an earlier one that comes. */
export function skipShared(
  scratch: Scratch,
  entry: Pick<Entry, 'seq' | 'nameKey' | 'emailKey' | 'uuid'>,
): void {
  const values = {
    username: ['name_key', entry.nameKey],
    email: ['email_key', entry.emailKey],
    uuid: ['uuid', entry.uuid],
  } as const
  const shared = Object.entries(values).filter(([, [column, value]]) => {
    const text = `select 1 from entry where ${column} = ? and state = 'coming' and seq < ?`
    return value !== null && prepared(scratch, text).get(value, entry.seq)
  })
  for (const [name] of shared) skip(scratch, entry.seq, `${name}: already in an earlier row`)
}

function repeated(scratch: Scratch, column: 'name_key' | 'uuid' | 'email_key'): string[] {
  const rows = scratch.db
    .prepare(
      `select ${column} as value from entry where state = 'coming' and ${column} is not null
       group by ${column} having count(*) > 1`,
    )
    .all()
  return rows.map(({ value }) => String(value))
}

/** The one who was seen last; undefined when two were seen last at once, or nobody ever. */
function lastSeen(entries: readonly Entry[]): Entry | undefined {
  const [first, second] = entries.toSorted((a, b) => (b.seenAt ?? 0) - (a.seenAt ?? 0))
  return (first?.seenAt ?? 0) > (second?.seenAt ?? 0) ? first : undefined
}

function reasonOf(
  column: keyof typeof SHARED,
  twin: Entry,
  twins: readonly Entry[],
  winner: Entry | undefined,
): string {
  const others = twins.filter((one) => one !== twin)
  if (winner) return `${SHARED[column]} is also that of ${label(winner)}, who was seen later`
  const how = 'rename one (--rename), or prefer the one last seen (--prefer-last-seen)'
  return `${SHARED[column]} is also that of ${others.map(label).join(', ')}: ${how}`
}

function label(entry: Entry | undefined): string {
  return entry ? `${entry.name} (row ${entry.row})` : ''
}
