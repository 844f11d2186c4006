import type { Language, Localized } from '../language.ts'
import { SiteError } from '../site/site-error.ts'

export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(sentence: Localized, language: Language) {
    super(sentence[language])
  }
}

/**
 * Returns the error that the server's own provider throws at an empty sign-in; undefined if the provider accepts
 * everyone. Refusals need the class of this error: for errors of other classes, players see only "Internal error".
 */
export async function hostRefusalOf(provider: Record<string, unknown>): Promise<unknown> {
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

/**
 * Returns the error to throw: for a refusal, an error of the same class and code as `own` with the refusal's message.
 * Returns any other error unchanged.
 */
export function throwAsHostRefusal(error: unknown, own: unknown): unknown {
  if (!(error instanceof Refusal || error instanceof SiteError)) return error
  if (!(own instanceof Error)) return error
  const code = 'code' in own ? [own.code] : []
  return Reflect.construct(own.constructor, [error.message, ...code])
}
