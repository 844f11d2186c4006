import type { Actor } from '../../audit/actor.ts'
import type { Generation, KeyRing } from '../../security/keys/key-ring.ts'
import type { ImportForm } from './import-form.ts'

export type RunRequest =
  | { kind: 'look'; look: ImportForm }
  | { kind: 'prove'; username: string; password: string }
  | { kind: 'start'; by: Actor; skipFaulty: boolean; update: boolean }

/**
 * Encrypts a request to the holder of a run, because it may contain the address of a database or a password of the
 * previous site.
 */
export function sealRunRequest(generation: Generation, id: string, request: RunRequest): string {
  return generation.seal(sealContext(id), Buffer.from(JSON.stringify(request)))
}

export async function openRunRequest(
  keys: KeyRing,
  id: string,
  sealed: string,
): Promise<RunRequest> {
  return JSON.parse((await keys.unseal(sealContext(id), sealed)).toString())
}

function sealContext(id: string): string {
  return `import:${id}`
}
