import type { Db } from '../../database/database.ts'

export type Finding = {
  /** The name of the problem, such as `proxy.untrusted`. The panel and the doctor describe it. */
  name: string
  /** A detail of the problem, such as the address of a proxy. */
  detail: string
  at: number
}

export async function upsertFinding(db: Db, finding: Finding): Promise<void> {
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

export async function listFindings(db: Db): Promise<Finding[]> {
  return db
    .selectFrom('finding')
    .select(['name', 'detail', 'at'])
    .orderBy('at', 'desc')
    .orderBy('name')
    .execute()
}

export async function deleteFinding(db: Db, name: string): Promise<void> {
  await db.deleteFrom('finding').where('name', '=', name).execute()
}
