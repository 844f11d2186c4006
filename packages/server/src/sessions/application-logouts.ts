import type { App } from '../app.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../platform/random.ts'
import { insertLogout, listProviderSessions } from './application-logout-store.ts'

/** The `sid` and the grant of a session, by client. */
type Authorizations = Record<string, { sid?: string; grantId?: string }>

export function authorizationsOf(payload: string): Authorizations {
  const { authorizations }: { authorizations?: Authorizations } = JSON.parse(payload)
  return authorizations ?? {}
}

type At = Pick<App, 'random'> & { now: number }

export async function queueLogout(
  tx: Db,
  { random, now }: At,
  logout: { clientId: string; playerId: string; sid: string },
): Promise<void> {
  await insertLogout(tx, { id: newId(random), ...logout, tries: 0, nextTryAt: now })
}

export async function queueLogoutsOfSession(
  tx: Db,
  at: At,
  { playerId, payload }: { playerId: string; payload: string },
): Promise<void> {
  for (const [clientId, { sid }] of Object.entries(authorizationsOf(payload))) {
    if (sid !== undefined) await queueLogout(tx, at, { clientId, playerId, sid })
  }
}

export async function queueLogoutsOfPlayer(tx: Db, at: At, playerId: string): Promise<void> {
  for (const { payload } of await listProviderSessions(tx, playerId)) {
    await queueLogoutsOfSession(tx, at, { playerId, payload })
  }
}
