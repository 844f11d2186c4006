import { createHash } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { type Clock, DAY } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import { claimAnswer, findAnswer, writeAnswer } from './idempotent-response-store.ts'

/** How long an answer is kept (docs/contract.md#once). */
const KEPT = DAY

/** What makes a change happen once: its transaction begins with the one and ends with the other. */
export type Once = {
  begin(tx: Db, now: number): Promise<void>
  finish(tx: Db, generation: Generation, result: unknown): Promise<void>
}

/** A request that may be repeated: whose it is, its key, and what it asks for. */
export type Repeatable = {
  /** Nobody else's key is the same as theirs. */
  caller: string
  key: string
  /** The row, and everything that decides what is made. */
  asked: readonly (string | Buffer)[]
}

type Needs = { db: Db; clock: Clock; keys: KeyRing }

/**
 * Makes something, and only once if the request has an `Idempotency-Key` (`makeOnce`).
 *
 * @param make consists of one change and returns what that returns.
 * @param keep says what is answered; it awaits only statements of `db`.
 */
export type MakeOnce = <Given extends Needs, Made, Kept>(
  app: Given,
  make: (app: Given & { once?: Once }) => Promise<Made>,
  keep: (made: Made, db: Db) => Promise<Kept> | Kept,
) => Promise<Kept>

/**
 * Makes something once, and gives who asks again what was kept of it. The key and what is kept are
 * written in the transaction of the one change that `make` consists of, so neither is there without
 * the other. What is refused or fails leaves no trace, and can be asked again.
 *
 * @param make uses the needs that it is given, so that its change knows of the key.
 * @param keep says what is to be kept of what that change returned; it awaits only statements of `db`.
 * @returns what was kept, also to all who ask at the same time.
 * @throws Refusal `request.keyused` when the key was used for something else; whatever `make` throws.
 */
export async function makeOnce<Given extends Needs, Made, Kept>(
  app: Given,
  request: Repeatable,
  make: (app: Given & { once: Once }) => Promise<Made>,
  keep: (made: Made, db: Db) => Promise<Kept> | Kept,
): Promise<Kept> {
  const id = hashOf([request.caller, request.key])
  const asked = hashOf(request.asked)
  const before = await find<Kept>(app, id, asked)
  if (before) return before.kept

  let last: { kept: Kept } | undefined
  const once: Once = {
    async begin(tx, now) {
      last = undefined
      if (!(await claimAnswer(tx, { id, now, expiresAt: now + KEPT }))) throw new AnsweredBefore()
    },
    async finish(tx, generation, result) {
      last = { kept: await keep(result as Made, tx) } // `make` returns what its change returns
      const text = JSON.stringify({ asked, ...last })
      await writeAnswer(tx, id, generation.seal(rowOf(id), Buffer.from(text)))
    },
  }
  try {
    const made = await make({ ...app, once })
    return last ? last.kept : await keep(made, app.db) // nothing had to be changed
  } catch (error) {
    // What is refused now may be so because the same request has been answered meanwhile.
    const isLate = error instanceof AnsweredBefore || error instanceof Refusal
    const meanwhile = isLate && (await find<Kept>(app, id, asked))
    if (meanwhile) return meanwhile.kept
    throw error
  }
}

/** Another transaction answered the request while this one waited for it. */
class AnsweredBefore extends Error {}

async function find<Kept>(
  { db, clock, keys }: Needs,
  id: string,
  asked: string,
): Promise<{ kept: Kept } | undefined> {
  const sealed = await findAnswer(db, id, clock.now())
  if (sealed === undefined) return undefined
  const text = (await keys.unseal(rowOf(id), sealed)).toString()
  const before: { asked: string; kept: Kept } = JSON.parse(text)
  if (before.asked !== asked) throw new Refusal('request.keyused')
  return before
}

/** Hashes parts so that no other parts have the same hash: each is hashed by itself first. */
function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(createHash('sha256').update(part).digest())
  return hash.digest('base64url')
}

function rowOf(id: string): string {
  return `kept_answer:${id}`
}
