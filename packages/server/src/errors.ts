import type { ErrorCode, Limit } from '@portal/contract'

export type RefusalDetails = {
  /** What is wrong with which field; sentences come from the contract. */
  fields?: readonly FieldFault[]
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** The limit that refused. */
  allowance?: Allowance
  /** Why a player is banned; area B tells it (contract, Errors). */
  reason?: string
}

/** How much of a limit is left, for the `RateLimit` fields of the answer. */
export type Allowance = { limit: Limit; remaining: number; resetSeconds: number }

/** A field that broke its schema: where, and by which JSON Schema keyword. */
export type FieldFault = { field: string; keyword: string; limit?: number }

/** A refusal the caller is meant to see. Anything else that is thrown becomes a logged 500. */
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
