import { createHash } from 'node:crypto'
import type { Form, OldHash } from './format.ts'

/** The old digest in lower-case hex, and the salt it was made with. */
type Parts = { digest: string; salt: string }

/** Makes a form that is one quick digest of a password and a salt: it is always wrapped. */
export function saltedDigest(form: {
  scheme: string
  bare?: boolean
  mark?: string
  parse(old: OldHash): Parts | undefined
  compute(password: string, salt: string): string
}): Form {
  const { scheme, bare = false, mark = scheme, parse, compute } = form
  return {
    scheme,
    bare,
    mark,
    read(old) {
      const parts = parse(old)
      return parts && { param: toParam(parts.salt), digest: parts.digest.toLowerCase() }
    },
    digest: (password, param) => compute(password, fromParam(param)),
  }
}

/** Reads a hash of hex digits whose salt stands in a column of its own. */
export function withSaltApart(digits: number): (old: OldHash) => Parts | undefined {
  const form = new RegExp(`^[0-9a-f]{${digits}}$`, 'i')
  return ({ text, salt }) => (salt && form.test(text) ? { digest: text, salt } : undefined)
}

export const md5 = hexOf('md5')
export const sha1 = hexOf('sha1')
export const sha256 = hexOf('sha256')
export const sha512 = hexOf('sha512')

function hexOf(algorithm: string) {
  return (text: string): string => createHash(algorithm).update(text).digest('hex')
}

export function toParam(text: string): string {
  return Buffer.from(text).toString('base64url')
}

export function fromParam(param: string): string {
  return Buffer.from(param, 'base64url').toString()
}
