import type { Db } from '../../database/database.ts'

/** Something the site noticed about itself that the owner should know for as long as it lasts. */
export type Finding = {
  /** Such as `proxy.untrusted`; the panel and the doctor have a sentence for each name. */
  name: string
  /** What gave it away, such as the address of a proxy. */
  detail: string
  /** When it was last noticed. */
  at: number
}

/** Stores a finding under its name. Of two with the same name the later one stays. */
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

/** Lists the findings, newest first. */
export async function listFindings(db: Db): Promise<Finding[]> {
  return db
    .selectFrom('finding')
    .select(['name', 'detail', 'at'])
    .orderBy('at', 'desc')
    .orderBy('name')
    .execute()
}

/** Forgets a finding, because it no longer holds. */
export async function deleteFinding(db: Db, name: string): Promise<void> {
  await db.deleteFrom('finding').where('name', '=', name).execute()
}
