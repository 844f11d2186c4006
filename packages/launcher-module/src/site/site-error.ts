import type { Language } from '../language.ts'
import type { SiteFailure } from './site-failure.ts'
import { messageFor } from './site-messages.ts'

/** A failed request to the site. The message is for the player; `trouble` is for programs and logs. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly trouble: SiteFailure

  constructor(trouble: SiteFailure, language: Language) {
    super(messageFor(trouble, language))
    this.trouble = trouble
  }
}

/** Whether an error means that the site is unreachable; otherwise it refused. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SiteError && error.trouble.kind === 'unreachable'
}
