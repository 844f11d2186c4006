import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Audit, AuditAction } from './audit.ts'

export async function insertAudit(db: Db, audit: Audit): Promise<void> {
  await insertRow(db, audit)
}

const insertRow = compiledQuery((db, audit: Params<Audit>) =>
  db.insertInto('audit').values({
    id: audit.id,
    at: audit.at,
    action: audit.action,
    actor: audit.actor,
    target: audit.target,
    ip: audit.ip,
    before: audit.before,
    after: audit.after,
  }),
)

/**
 * Whether an entry was committed, when its transaction gave no answer. An entry of the same id waits for
 * that transaction, so one that still runs is never taken for one that was undone.
 */
export async function isAuditKept(db: Db, audit: Audit): Promise<boolean> {
  const undone = new Error('the entry was not there')
  try {
    await db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('audit')
        .values(audit)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) throw undone // and take the entry back
    })
    return true
  } catch (error) {
    if (error === undone) return false
    throw error
  }
}

const DELETED_AT_ONCE = 5000

/** Deletes old entries, the oldest first, in statements of which none takes long. */
export async function deleteOldAudits(
  db: Db,
  before: number,
  atOnce = DELETED_AT_ONCE,
): Promise<void> {
  const oldest = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at')
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('audit')
      .where('id', 'in', oldest.limit(atOnce))
      .executeTakeFirst()
    if (numDeletedRows < atOnce) return
  }
}

/** The part of the trail to read: at or after `from`, before `until`, and following the entry `after`. */
export type AuditStretch = {
  after: readonly [at: number, id: string] | undefined
  from: number | undefined
  until: number | undefined
  limit: number
}

/** A value that all listed entries share; each of these columns has an index. */
export type AuditMark = { column: 'actor' | 'target' | 'ip' | 'action'; value: string }

const END_OF_TIME = 8_640_000_000_000_000

/**
 * Lists entries newest first, either all or those with a mark. It always reads a range of one index,
 * however long the trail is: the mark is compared and sorted together with the time, so that no
 * planner chooses to walk back through the time alone until it has met enough of them.
 */
export async function listAudits(
  db: Db,
  mark: AuditMark | undefined,
  { after, from = 0, until = END_OF_TIME, limit }: AuditStretch,
): Promise<Audit[]> {
  const [at, id] = after ?? [END_OF_TIME, '']
  const last = Math.min(at, until - 1)
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(mark === undefined, (query) => query.where('at', '>=', from).where('at', '<=', last))
    .$if(mark !== undefined, (query) => {
      const { column, value } = mark ?? { column: 'action', value: '' }
      return query
        .where((eb) => eb(eb.refTuple(column, 'at'), '>=', eb.tuple(value, from)))
        .where((eb) => eb(eb.refTuple(column, 'at'), '<=', eb.tuple(value, last)))
        .orderBy(column, 'desc')
    })
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('at', '<', at), eb('id', '<', id)])),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, action: row.action as AuditAction })) // only actions are ever written
}
