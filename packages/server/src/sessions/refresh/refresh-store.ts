import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import type { Session } from '../session.ts'
import { sessionColumns } from '../session-store.ts'
import type { Replacement } from './replaced-tokens.ts'

const selectSession = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db
    .selectFrom('session')
    .select([...sessionColumns, 'replacements'])
    .where('id', '=', id),
)

export type FoundSession = Session & { replacements: Replacement[] }

/** Finds a session, whether it is over or not, and when its last tokens were replaced. */
export async function findSession(db: Db, id: string): Promise<FoundSession | undefined> {
  const [row] = (await selectSession(db, { id })).rows
  return row && { ...row, replacements: JSON.parse(row.replacements) }
}

export type TokenStep = {
  sessionId: string
  /** The counter of the presented token. */
  counter: number
  /** The counter from now on. */
  nextCounter: number
  replacements: readonly Replacement[]
  client: { device: string; agent: string; ip: string }
  now: number
  expiresAt: number
}

/**
 * Moves an open session to its next token. One statement does it, so of any number of requests that
 * race with the same token only one gets through. @returns whether it was this one.
 */
export async function advanceCounter(db: Db, step: TokenStep): Promise<boolean> {
  const { client, ...rest } = step
  const replacements = JSON.stringify(step.replacements)
  return (await updateCounter(db, { ...rest, ...client, replacements })).changed > 0
}

type SteppedRow = Omit<TokenStep, 'client' | 'replacements'> &
  TokenStep['client'] & { replacements: string }

const updateCounter = compiledQuery((db, step: Params<SteppedRow>) =>
  db
    .updateTable('session')
    .set({
      counter: step.nextCounter,
      replacements: step.replacements,
      device: step.device,
      agent: step.agent,
      ip: step.ip,
      updated_at: step.now,
      expires_at: step.expiresAt,
    })
    .where('id', '=', step.sessionId)
    .where('counter', '=', step.counter)
    .where('expires_at', '>', step.now),
)
