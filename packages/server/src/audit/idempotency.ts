import { createHash } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { type Clock, DAY } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import { claimResponse, findResponse, writeResponse } from './idempotent-response-store.ts'

/** How long a response is stored, in milliseconds (docs/contract.md#idempotent-requests). */
const RETENTION = DAY

export type IdempotencyHooks = {
  begin(tx: Db, now: number): Promise<void>
  finish(tx: Db, generation: Generation, result: unknown): Promise<void>
}

export type IdempotentRequest = {
  caller: string
  key: string
  asked: readonly (string | Buffer)[]
}

type Deps = { db: Db; clock: Clock; keys: KeyRing }

/**
 * Makes a change once per idempotency key.
 * @param run makes exactly one change
 * @param toResponse returns the response to store; it may await only statements of `db`
 */
export type RunIdempotent = <Given extends Deps, Result, Stored>(
  app: Given,
  run: (app: Given & { idempotency?: IdempotencyHooks }) => Promise<Result>,
  toResponse: (made: Result, db: Db) => Promise<Stored> | Stored,
) => Promise<Stored>

/**
 * Makes a change once per idempotency key. Key and response are stored in the transaction of the only change in `run`,
 * so either both are stored or neither. Nothing is stored for a refusal.
 * @param toResponse returns the response to store; it may await only statements of `db`
 * @returns the stored response, which repeated and concurrent requests with the key also get
 * @throws Refusal `request.keyused` if the key was used for another request
 */
export async function runIdempotent<Given extends Deps, Result, Stored>(
  app: Given,
  request: IdempotentRequest,
  run: (app: Given & { idempotency: IdempotencyHooks }) => Promise<Result>,
  toResponse: (made: Result, db: Db) => Promise<Stored> | Stored,
): Promise<Stored> {
  const id = hashOf([request.caller, request.key])
  const asked = hashOf(request.asked)
  const stored = await findStored<Stored>(app, id, asked)
  if (stored) return stored.kept

  let response: { kept: Stored } | undefined
  const idempotency: IdempotencyHooks = {
    async begin(tx, now) {
      response = undefined
      if (!(await claimResponse(tx, { id, now, expiresAt: now + RETENTION })))
        throw new AlreadyAnsweredError()
    },
    async finish(tx, generation, result) {
      response = { kept: await toResponse(result as Result, tx) } // `run` returns the result of its change
      const text = JSON.stringify({ asked, ...response })
      await writeResponse(tx, id, generation.seal(sealContext(id), Buffer.from(text)))
    },
  }
  try {
    const made = await run({ ...app, idempotency })
    return response ? response.kept : await toResponse(made, app.db) // `run` made no change
  } catch (error) {
    // The refusal may be caused by the same request, which succeeded in the meantime.
    const isLate = error instanceof AlreadyAnsweredError || error instanceof Refusal
    const concurrent = isLate && (await findStored<Stored>(app, id, asked))
    if (concurrent) return concurrent.kept
    throw error
  }
}

class AlreadyAnsweredError extends Error {}

async function findStored<Stored>(
  { db, clock, keys }: Deps,
  id: string,
  asked: string,
): Promise<{ kept: Stored } | undefined> {
  const sealed = await findResponse(db, id, clock.now())
  if (sealed === undefined) return undefined
  const text = (await keys.unseal(sealContext(id), sealed)).toString()
  const stored: { asked: string; kept: Stored } = JSON.parse(text)
  if (stored.asked !== asked) throw new Refusal('request.keyused')
  return stored
}

/** Hashes a list of parts. Each part is hashed first, so that different lists have different hashes. */
function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(createHash('sha256').update(part).digest())
  return hash.digest('base64url')
}

function sealContext(id: string): string {
  return `kept_answer:${id}`
}
