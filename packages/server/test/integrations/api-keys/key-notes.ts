import type { Site } from '../../support/site.ts'

/** Waits until every instance has written its usage records. */
export async function written(site: Site): Promise<void> {
  for (const { app } of site.instances) await app.keyUsage.flushed()
}

/** Returns the audited refusals, oldest first. */
export async function refusals(site: Site) {
  const lines = await site.app.db
    .selectFrom('audit')
    .select(['target', 'ip', 'after', 'actor'])
    .where('action', '=', 'api-key.refused')
    .orderBy('id')
    .execute()
  return lines.map((line) => ({ ...line })) // rows of SQLite have no prototype
}
