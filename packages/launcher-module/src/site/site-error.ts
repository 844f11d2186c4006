import type { Language } from '../language.ts'
import { sentenceFor } from './site-sentences.ts'

/**
 * Why the site gave no answer to work with. `unreachable`: a connection refused or lost, the timeout,
 * a 5xx or an answer that cannot be read. `key`: it refuses the API key (401, 403). `pause`: it wants
 * fewer requests (429). `refusal`: any other refusal, by its code.
 */
export type SiteTrouble =
  | { kind: 'unreachable'; detail: string }
  | { kind: 'key'; code: string }
  | { kind: 'pause'; seconds: number | undefined }
  | { kind: 'refusal'; code: string; reason: string }

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
