import type { AuditAction } from '@portal/contract'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Audit } from './audit.ts'

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
 * Whether the transaction that wrote an audit entry was committed. Tries to insert an entry with the same ID, which
 * waits for that transaction: so a running transaction is never mistaken for one that was rolled back.
 */
export async function isAuditCommitted(db: Db, audit: Audit): Promise<boolean> {
  const rollback = new Error('the entry was not committed')
  try {
    await db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('audit')
        .values(audit)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) throw rollback
    })
    return true
  } catch (error) {
    if (error === rollback) return false
    throw error
  }
}

const BATCH_SIZE = 5000

export async function deleteOldAudits(
  db: Db,
  before: number,
  batchSize = BATCH_SIZE,
): Promise<void> {
  const oldest = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at')
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('audit')
      .where('id', 'in', oldest.limit(batchSize))
      .executeTakeFirst()
    if (numDeletedRows < batchSize) return
  }
}

export type AuditRange = {
  after: readonly [at: number, id: string] | undefined
  from: number | undefined
  until: number | undefined
  limit: number
}

export type IndexedAuditFilter = { column: 'actor' | 'target' | 'ip' | 'action'; value: string }

const END_OF_TIME = 8_640_000_000_000_000

/**
 * Lists audit entries, newest first. Filter and time are compared and sorted together, so that every query plan reads
 * one range of an index.
 */
export async function listAudits(
  db: Db,
  filter: IndexedAuditFilter | undefined,
  { after, from = 0, until = END_OF_TIME, limit }: AuditRange,
): Promise<Audit[]> {
  const [at, id] = after ?? [END_OF_TIME, '']
  const last = Math.min(at, until - 1)
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(filter === undefined, (query) => query.where('at', '>=', from).where('at', '<=', last))
    .$if(filter !== undefined, (query) => {
      const { column, value } = filter ?? { column: 'action', value: '' }
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
  return rows.map((row) => ({ ...row, action: row.action as AuditAction })) // every stored action was an `AuditAction`
}
