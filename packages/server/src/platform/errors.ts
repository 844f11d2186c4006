import type { ErrorCode, Limit, Locale, ReauthenticationFactor } from '@portal/contract'

export type RefusalDetails = {
  fields?: readonly FieldFault[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  allowance?: Allowance
  /** Accepted ways to re-authenticate; every factor of one inner list is required. */
  proofs?: readonly (readonly ReauthenticationFactor[])[]
  /** The reason of a ban, for launcher servers (docs/launcher-protocols.md#launcher-servers-area-b). */
  reason?: string
  /** The player's own language, for callers that request none of ours. */
  locale?: Locale
}

export type Allowance = { limit: Limit; remaining: number; resetSeconds: number }

/** A field that does not fit its schema, and the violated JSON Schema keyword. */
export type FieldFault = { field: string; keyword: string; limit?: number }

/** A refusal to the caller. Any other error is logged and answered with 500. */
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
