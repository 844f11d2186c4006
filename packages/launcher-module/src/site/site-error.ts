import type { Language } from '../language.ts'
import { sentenceFor } from './site-sentences.ts'
import type { SiteTrouble } from './site-trouble.ts'

/** The message is a sentence for a person; `trouble` is for programs and logs. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly trouble: SiteTrouble

  constructor(trouble: SiteTrouble, language: Language) {
    super(sentenceFor(trouble, language))
    this.trouble = trouble
  }
}

/** Whether an error means that the site is away, and not that it said no. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SiteError && error.trouble.kind === 'unreachable'
}
