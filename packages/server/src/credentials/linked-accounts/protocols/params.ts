import { InvalidProviderResponse } from '../identity.ts'

/** Parses parameters and refuses duplicates (RFC 6749, 3.1). @throws InvalidProviderResponse */
export function paramsOf(text: string): URLSearchParams {
  const params = new URLSearchParams(text)
  const names = [...params.keys()]
  if (new Set(names).size !== names.length)
    throw new InvalidProviderResponse('a parameter comes twice')
  return params
}
