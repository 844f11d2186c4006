import type { Actor } from '../../audit/actor.ts'
import type { Generation, KeyRing } from '../../security/keys/key-ring.ts'
import type { Look } from './import-form.ts'

/** What a run's holder is asked to do, by whichever server the owner spoke to. */
export type Asked =
  | { kind: 'look'; look: Look }
  | { kind: 'prove'; username: string; password: string }
  | { kind: 'start'; by: Actor; skipFaulty: boolean; update: boolean }

/** Seals what is asked: a database's address and an old password are in the database only so. */
export function sealAsked(generation: Generation, id: string, asked: Asked): string {
  return generation.seal(rowOf(id), Buffer.from(JSON.stringify(asked)))
}

export async function openAsked(keys: KeyRing, id: string, sealed: string): Promise<Asked> {
  return JSON.parse((await keys.unseal(rowOf(id), sealed)).toString())
}

function rowOf(id: string): string {
  return `import:${id}`
}
