import { countWhere, dropEmail, type Entry, prepared, skip, together } from './plan-store.ts'
import type { Scratch } from './staging-store.ts'

/** What two rows of a source may not share. */
const SHARED = { name_key: 'the name', uuid: 'the uuid' } as const

/**
 * Decides between rows of the source that cannot all come. Of two names that differ only by case, and of
 * two rows with one uuid, neither comes, unless the one last seen is preferred; both are named. Of two
 * with one address, the one last seen keeps it. Memory holds a slice at a time: there are sites where
 * every row has the same address.
 */
export function settleTwins(scratch: Scratch, options: { preferLastSeen: boolean }): void {
  for (const column of ['name_key', 'uuid'] as const) {
    for (const value of repeated(scratch, column)) {
      const group = { column, first: firstTwins(scratch, column, value) }
      const winner = options.preferLastSeen ? lastSeen(scratch, column, value) : undefined
      const count = countWhere(scratch, `${column} = ? and state = 'coming'`, [value])
      eachTwin(scratch, column, value, (twin) => {
        if (twin.seq === winner?.seq) return
        skip(scratch, twin.seq, reasonOf(twin, { ...group, count, winner }))
      })
    }
  }
  for (const value of repeated(scratch, 'email_key')) {
    const [first] = firstTwins(scratch, 'email_key', value)
    const keeper = lastSeen(scratch, 'email_key', value) ?? first
    eachTwin(scratch, 'email_key', value, ({ seq, email }) => {
      if (seq === keeper?.seq) return
      dropEmail(scratch, seq, `comes without the address ${email}: ${label(keeper)} keeps it`)
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

type Twin = { seq: number; row: string; name: string; email: string; seenAt: number }
type Column = 'name_key' | 'uuid' | 'email_key'

const AT_ONCE = 1_000
/** How many twins a row names; the others it counts. */
const MOST_NAMED = 5

/** Reads the values that several rows share; rows may be left out meanwhile. */
function* repeated(scratch: Scratch, column: Column): Iterable<string> {
  const statement = prepared(
    scratch,
    `select ${column} as value from entry where state = 'coming' and ${column} > ?
     group by ${column} having count(*) > 1 order by ${column} limit ${AT_ONCE}`,
  )
  for (let last = ''; ; ) {
    const values = statement.all(last).map(({ value }) => String(value))
    yield* values
    if (values.length < AT_ONCE) return
    last = values.at(-1) ?? last
  }
}

function twinsOf(
  scratch: Scratch,
  column: Column,
  {
    value,
    after = 0,
    order = 'seq',
    most = AT_ONCE,
  }: {
    value: string
    after?: number
    order?: 'seq' | 'seenAt desc'
    most?: number
  },
): Twin[] {
  const text = `select seq, row, name, email, coalesce(seen_at, 0) as seenAt from entry
    where ${column} = ? and state = 'coming' and seq > ? order by ${order} limit ?`
  const rows = prepared(scratch, text).all(value, after, most)
  return rows.map(({ seq, row, name, email, seenAt }) => ({
    seq: Number(seq),
    seenAt: Number(seenAt),
    row: String(JSON.parse(String(row))),
    name: String(name),
    email: String(email),
  }))
}

function firstTwins(scratch: Scratch, column: Column, value: string): Twin[] {
  return twinsOf(scratch, column, { value, most: MOST_NAMED + 1 })
}

function eachTwin(
  scratch: Scratch,
  column: Column,
  value: string,
  decide: (twin: Twin) => void,
): void {
  for (let after = 0; ; ) {
    const slice = twinsOf(scratch, column, { value, after })
    together(scratch, () => {
      for (const twin of slice) decide(twin)
    })
    if (slice.length < AT_ONCE) return
    after = slice.at(-1)?.seq ?? after
  }
}

/** The one who was seen last; undefined when two were seen last at once, or nobody ever. */
function lastSeen(scratch: Scratch, column: Column, value: string): Twin | undefined {
  const [first, second] = twinsOf(scratch, column, { value, order: 'seenAt desc', most: 2 })
  return (first?.seenAt ?? 0) > (second?.seenAt ?? 0) ? first : undefined
}

function reasonOf(
  twin: Twin,
  group: { column: keyof typeof SHARED; first: Twin[]; count: number; winner: Twin | undefined },
): string {
  const shared = SHARED[group.column]
  if (group.winner) return `${shared} is also that of ${label(group.winner)}, who was seen later`
  const others = group.first.filter(({ seq }) => seq !== twin.seq).slice(0, MOST_NAMED)
  const more = group.count - 1 - others.length
  const named = others.map(label).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const how = 'rename one (--rename), or prefer the one last seen (--prefer-last-seen)'
  return `${shared} is also that of ${named}: ${how}`
}

function label(twin: Twin | undefined): string {
  return twin ? `${twin.name} (row ${twin.row})` : ''
}
