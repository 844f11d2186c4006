import type { Language, Sentence } from '../language.ts'
import { SiteError } from '../site/site-error.ts'

/** A refused sign-in; the message is for the player. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(sentence: Sentence, language: Language) {
    super(sentence[language])
  }
}

/**
 * The error that the server's own provider throws at an empty sign-in; undefined if it lets everybody
 * in. The `reject` provider throws an error of the server's RPC layer. Players see the message of
 * errors of that class only; for any other they see "Internal error".
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

/** Converts a refusal to the class and code of `own`. Other errors stay as they are. */
export function inOwnWords(error: unknown, own: unknown): unknown {
  if (!(error instanceof Refusal || error instanceof SiteError)) return error
  if (!(own instanceof Error)) return error
  const code = 'code' in own ? [own.code] : []
  return Reflect.construct(own.constructor, [error.message, ...code])
}
