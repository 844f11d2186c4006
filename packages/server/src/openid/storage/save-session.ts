import type { Db } from '../../database/database.ts'
import { type Authorizations, authorizationsOf } from '../../sessions/application-logouts.ts'
import { findSessionPayload, insertPayload, type NewRow, replacePayload } from './payload-store.ts'

/**
 * Stores a session of the provider. Authorizations in one session may run concurrently, in several tabs or for several
 * clients, and each knows only its own client. So the row is replaced only if no other request has changed it since it
 * was read. Otherwise both versions are merged and stored.
 */
export async function saveSession(db: Db, row: NewRow): Promise<void> {
  for (;;) {
    const before = await findSessionPayload(db, row.id)
    const isSaved =
      before === undefined
        ? await insertPayload(db, row)
        : await replacePayload(db, { ...row, payload: merged(before, row.payload), before })
    if (isSaved) return
  }
}

/** Adds the clients and `sid`s of the row `before` to a payload. The `sid`s may already be in ID tokens. */
function merged(before: string, payload: string): string {
  const stored = authorizationsOf(before)
  const own = authorizationsOf(payload)
  const authorizations: Authorizations = { ...stored, ...own }
  for (const [clientId, { sid, otherSids = [] }] of Object.entries(stored)) {
    const current = own[clientId]
    if (!current) continue
    const others = new Set([...(current.otherSids ?? []), ...otherSids])
    if (sid !== undefined) others.add(sid)
    if (current.sid !== undefined) others.delete(current.sid)
    authorizations[clientId] = { ...current, ...(others.size > 0 && { otherSids: [...others] }) }
  }
  return JSON.stringify({ ...JSON.parse(payload), authorizations })
}
