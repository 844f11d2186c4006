import { WrongAnswer } from '../identity.ts'

/** Reads parameters, none of which may come twice (RFC 6749, 3.1). @throws WrongAnswer */
export function paramsOf(text: string): URLSearchParams {
  const params = new URLSearchParams(text)
  const names = [...params.keys()]
  if (new Set(names).size !== names.length) throw new WrongAnswer('a parameter comes twice')
  return params
}
