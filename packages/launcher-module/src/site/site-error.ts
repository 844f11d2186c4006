import type { Language } from '../language.ts'
import { sentenceFor } from './site-messages.ts'
import type { SiteTrouble } from './site-trouble.ts'

/** The message is a sentence for the player; `trouble` is for programs and logs. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly trouble: SiteTrouble

  constructor(trouble: SiteTrouble, language: Language) {
    super(sentenceFor(trouble, language))
    this.trouble = trouble
  }
}

/** Whether an error means that the site is unreachable, rather than that it refused. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SiteError && error.trouble.kind === 'unreachable'
}
