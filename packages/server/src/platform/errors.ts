import type { ErrorCode, Limit, Locale, ReauthenticationFactor } from '@portal/contract'

export type RefusalDetails = {
  fields?: readonly FieldFault[]
  /** After how many seconds a retry makes sense. */
  retryAfter?: number
  allowance?: Allowance
  /** The accepted ways to re-authenticate. Each inner list is one way, of which every factor is required. */
  proofs?: readonly (readonly ReauthenticationFactor[])[]
  /** The reason of a ban, for launcher servers (docs/launcher-protocols.md#launcher-servers-area-b). */
  reason?: string
  /** The player's own language, for callers that accept no supported language. */
  locale?: Locale
}

export type Allowance = { limit: Limit; remaining: number; resetSeconds: number }

/** A field that does not fit its schema, and the keyword of JSON Schema that it violates. */
export type FieldFault = { field: string; keyword: string; limit?: number }

/** A refusal, which is sent to the caller with its code. Any other error is logged, and the response is 500. */
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
