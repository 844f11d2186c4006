import type { Db } from '../platform/database.ts'
import type { Audit, AuditAction } from './audit.ts'

export async function insertAudit(db: Db, audit: Audit): Promise<void> {
  await db.insertInto('audit').values(audit).execute()
}

export async function deleteOldAudits(db: Db, before: number): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute()
}

export type AuditFilter = {
  /** A player's id or the name of a thing: as actor or as target. */
  about: string | undefined
  action: string | undefined
  limit: number
}

/** Newest first. */
export async function listAudits(db: Db, filter: AuditFilter): Promise<Audit[]> {
  const { about, action } = filter
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(about !== undefined, (query) =>
      query.where((eb) => eb.or([eb('actor', '=', about ?? ''), eb('target', '=', about ?? '')])),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map((row) => ({ ...row, action: row.action as AuditAction })) // only actions are written
}
