import type { Db } from '../platform/database.ts'
import type { Audit } from './audit.ts'

export async function insertAudit(db: Db, audit: Audit): Promise<void> {
  await db.insertInto('audit').values(audit).execute()
}

export async function deleteOldAudits(db: Db, before: number): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute()
}
