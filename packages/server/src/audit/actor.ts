import type { ProofPart } from '@portal/contract'

/** Who makes a change, and from where. */
export type Actor = {
  /** A player's id, `command` for the owner's command line, or `api-key:<id>`. */
  actor: string
  /** Null for the command line. */
  ip: string | null
  /** Absent where the row does not ask for one; commands need none. */
  proof?: ActorProof
}

/** Whether a player re-authenticated lately, or what would do so; the parts of one list go together. */
export type ActorProof =
  | { isFresh: true }
  | { isFresh: false; ways: readonly (readonly ProofPart[])[] }

/** An unknown actor: somebody who is not signed in, or the site itself. */
export type Nobody = { actor: null; ip: string | null }

/** The owner at the command line, who may do anything. */
export const COMMAND: Actor = { actor: 'command', ip: null }
