import type { ErrorCode, Limit, Locale, ProofPart } from '@portal/contract'

export type RefusalDetails = {
  /** Which fields are wrong, and how; the contract has the sentences. */
  fields?: readonly FieldFault[]
  /** Seconds until it makes sense to try again. */
  retryAfter?: number
  /** The limit that was used up. */
  allowance?: Allowance
  /** What may prove who is signed in; the parts of one list go together. */
  proofs?: readonly (readonly ProofPart[])[]
  /** Why a player is banned; launcher servers are told (docs/contract.md#launcher-servers-area-b). */
  reason?: string
  /** The player's own language, for callers that ask for none of ours. */
  locale?: Locale
}

/** How much of a limit is left, for the `RateLimit` fields of the answer. */
export type Allowance = { limit: Limit; remaining: number; resetSeconds: number }

/** A field that does not fit its schema, and the JSON Schema keyword that it violates. */
export type FieldFault = { field: string; keyword: string; limit?: number }

/** A refusal that the caller is meant to see. Any other error is logged and answered with 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}
