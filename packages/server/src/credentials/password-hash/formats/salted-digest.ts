import { createHash } from 'node:crypto'
import type { HashFormat, LegacyHash } from './format.ts'

type DigestAndSalt = { digest: string; salt: string }

/** Makes a format whose hashes are one fast digest of password and salt. Such hashes are always wrapped. */
export function saltedDigest(format: {
  scheme: string
  ambiguous?: boolean
  prefix?: string
  parse(old: LegacyHash): DigestAndSalt | undefined
  compute(password: string, salt: string): string
}): HashFormat {
  const { scheme, ambiguous = false, prefix = scheme, parse, compute } = format
  return {
    scheme,
    ambiguous,
    prefix,
    read(old) {
      const parts = parse(old)
      return parts && { param: toParam(parts.salt), digest: parts.digest.toLowerCase() }
    },
    digest: (password, param) => compute(password, fromParam(param)),
  }
}

export function withSeparateSalt(digits: number): (old: LegacyHash) => DigestAndSalt | undefined {
  const format = new RegExp(`^[0-9a-f]{${digits}}$`, 'i')
  return ({ text, salt }) => (salt && format.test(text) ? { digest: text, salt } : undefined)
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
