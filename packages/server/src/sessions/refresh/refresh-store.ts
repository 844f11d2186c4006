import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { Session } from '../session.ts'
import { sessionColumns } from '../session-store.ts'
import type { TokenReplacement } from './replaced-tokens.ts'

const selectSession = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db
    .selectFrom('session')
    .select([...sessionColumns, 'replacements'])
    .where('id', '=', id),
)

export type SessionWithReplacements = Session & { replacements: TokenReplacement[] }

export async function findSession(
  db: Db,
  id: string,
): Promise<SessionWithReplacements | undefined> {
  const [row] = (await selectSession(db, { id })).rows
  return row && { ...row, replacements: JSON.parse(row.replacements) }
}

export type TokenRotation = {
  sessionId: string
  counter: number
  nextCounter: number
  replacements: readonly TokenReplacement[]
  client: { device: string; agent: string; ip: string }
  now: number
  expiresAt: number
}

/**
 * Replaces the refresh token of a session. Only one of several concurrent requests with the same token succeeds.
 * @returns whether this request did
 */
export async function advanceCounter(db: Db, rotation: TokenRotation): Promise<boolean> {
  const { client, ...rest } = rotation
  const replacements = JSON.stringify(rotation.replacements)
  return (await updateCounter(db, { ...rest, ...client, replacements })).changed > 0
}

type RotationRow = Omit<TokenRotation, 'client' | 'replacements'> &
  TokenRotation['client'] & { replacements: string }

const updateCounter = compiledQuery((db, rotation: Params<RotationRow>) =>
  db
    .updateTable('session')
    .set({
      counter: rotation.nextCounter,
      replacements: rotation.replacements,
      device: rotation.device,
      agent: rotation.agent,
      ip: rotation.ip,
      updated_at: rotation.now,
      expires_at: rotation.expiresAt,
    })
    .where('id', '=', rotation.sessionId)
    .where('counter', '=', rotation.counter)
    .where('expires_at', '>', rotation.now),
)
