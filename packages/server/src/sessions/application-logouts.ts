import type { App } from '../app.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../platform/random.ts'
import { insertLogout, lockProviderSessions } from './application-logout-store.ts'

type Authorization = {
  sid?: string
  /** The `sid` values that the application received through concurrent authorizations. */
  otherSids?: string[]
  grantId?: string
}

export type Authorizations = Record<string, Authorization>

export function authorizationsOf(payload: string): Authorizations {
  const { authorizations }: { authorizations?: Authorizations } = JSON.parse(payload)
  return authorizations ?? {}
}

type At = Pick<App, 'random'> & { now: number }

export async function queueLogoutsOfClient(
  tx: Db,
  { random, now }: At,
  client: { clientId: string; playerId: string },
  { sid, otherSids = [] }: Authorization,
): Promise<void> {
  const sids = sid === undefined ? otherSids : [sid, ...otherSids]
  for (const each of sids) {
    await insertLogout(tx, { id: newId(random), ...client, sid: each, tries: 0, nextTryAt: now })
  }
}

export async function queueLogoutsOfSession(
  tx: Db,
  at: At,
  { playerId, payload }: { playerId: string; payload: string },
): Promise<void> {
  for (const [clientId, authorization] of Object.entries(authorizationsOf(payload))) {
    await queueLogoutsOfClient(tx, at, { clientId, playerId }, authorization)
  }
}

export async function queueLogoutsOfPlayer(tx: Db, at: At, playerId: string): Promise<void> {
  for (const { payload } of await lockProviderSessions(tx, playerId)) {
    await queueLogoutsOfSession(tx, at, { playerId, payload })
  }
}
