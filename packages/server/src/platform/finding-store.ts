import type { Db } from './database/database.ts'

/** What the site noticed about itself and an owner should know, until it is no longer so. */
export type Finding = {
  /** As `proxy.untrusted`; whoever shows findings has the sentence for it. */
  name: string
  /** What it was noticed by. */
  detail: string
  /** When it was noticed last. */
  at: number
}

/** Keeps a finding, once under its name: noticed again, it is the later one that counts. */
export async function noteFinding(db: Db, finding: Finding): Promise<void> {
  await db
    .insertInto('finding')
    .values(finding)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ detail: finding.detail, at: finding.at })
        .where('finding.at', '<=', finding.at),
    )
    .execute()
}

/** What stands, newest first. */
export async function listFindings(db: Db): Promise<Finding[]> {
  return db
    .selectFrom('finding')
    .select(['name', 'detail', 'at'])
    .orderBy('at', 'desc')
    .orderBy('name')
    .execute()
}

/** It is no longer so. */
export async function deleteFinding(db: Db, name: string): Promise<void> {
  await db.deleteFrom('finding').where('name', '=', name).execute()
}
