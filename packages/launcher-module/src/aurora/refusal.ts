import type { Language, Sentence } from '../language.ts'
import { SiteError } from '../site/site-error.ts'

/** What a player reads who is not let in. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(sentence: Sentence, language: Language) {
    super(sentence[language])
  }
}

/**
 * What a LauncherServer's own provider throws at a sign-in with nothing typed, or nothing where it lets
 * everybody in. Its `reject` provider throws the error of its RPC layer, which tells players nothing
 * but "Internal error" about errors of any other class.
 */
export async function ownRefusalOf(provider: Record<string, unknown>): Promise<unknown> {
  try {
    if (typeof provider.auth === 'function') await provider.auth('', '')
    else if (typeof provider.authenticate === 'function') {
      await provider.authenticate({ username: '', password: '' })
    }
    return undefined
  } catch (error) {
    return error
  }
}

/** The same refusal as an error of the server's own class and code; faults stay what they are. */
export function inOwnWords(error: unknown, own: unknown): unknown {
  if (!(error instanceof Refusal || error instanceof SiteError)) return error
  if (!(own instanceof Error)) return error
  const code = 'code' in own ? [own.code] : []
  return Reflect.construct(own.constructor, [error.message, ...code])
}
