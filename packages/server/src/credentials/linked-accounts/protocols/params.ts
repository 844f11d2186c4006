import { InvalidProviderResponse } from '../identity.ts'

/**
 * Parses parameters of a query.
 * @throws InvalidProviderResponse if a parameter occurs twice (RFC 6749, 3.1)
 */
export function paramsOf(text: string): URLSearchParams {
  const params = new URLSearchParams(text)
  const names = [...params.keys()]
  if (new Set(names).size !== names.length)
    throw new InvalidProviderResponse('a parameter comes twice')
  return params
}
