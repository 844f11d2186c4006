import type { Db } from '../../database/database.ts'
import type { AuditFilter } from './search-audits.ts'

const COLUMNS = ['target', 'actor', 'ip', 'action'] as const

const END_OF_TIME = 8_640_000_000_000_000

/**
 * Counts the entries that match a filter in a span of time. Reads at most `most` + 1 entries of one index, so that no
 * count reads the whole log.
 * @returns in `matching` how many of the entries that were read match, and in `read` how many were read; if `read` is
 * more than `most`, the count is incomplete
 */
export async function countAudits(
  db: Db,
  { about, ...filter }: AuditFilter,
  {
    from = 0,
    until = END_OF_TIME,
    most,
  }: { from: number | undefined; until: number | undefined; most: number },
): Promise<{ matching: number; read: number }> {
  const columns = COLUMNS.flatMap((column) => {
    const value = filter[column]
    return value === undefined ? [] : [{ column, value }]
  })
  const rangeOf = (one: { column: (typeof COLUMNS)[number]; value: string } | undefined) =>
    db
      .selectFrom('audit')
      .select(['id', 'target', 'actor', 'ip', 'action'])
      .where('at', '>=', from)
      .where('at', '<', until)
      .$if(one !== undefined, (query) =>
        query.where(one?.column ?? 'action', '=', one?.value ?? ''),
      )
      .limit(most + 1)
  const [first, ...rest] = columns
  const isAbout = about !== undefined
  const did = rangeOf({ column: 'actor', value: about ?? '' }).as('did')
  const underwent = rangeOf({ column: 'target', value: about ?? '' }).as('underwent')
  const both = db.selectFrom(did).selectAll().union(db.selectFrom(underwent).selectAll())
  const read = isAbout ? both.as('read') : rangeOf(first).as('read')
  const others = isAbout ? columns : rest
  return db
    .selectFrom(read)
    .select((eb) => [
      eb.fn.countAll<number>().as('read'),
      eb.fn
        .countAll<number>()
        .filterWhere((where) =>
          where.and(others.map(({ column, value }) => where(column, '=', value))),
        )
        .as('matching'),
    ])
    .executeTakeFirstOrThrow()
}
