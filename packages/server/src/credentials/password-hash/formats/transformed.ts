import { verify as verifyArgon2 } from '@node-rs/argon2'
import { argon2 } from './argon2.ts'
import type { HashFormat } from './format.ts'
import { fromParam, toParam } from './salted-digest.ts'

/**
 * Makes a format for hashes of a transformed password: escaped, or with the player's name before it. A strong hash is
 * stored as `$<scheme>-kept$<with>$…`, because the plain hash would be verified against the untransformed password.
 */
export function transformed({
  scheme,
  ambiguous = false,
  sourceSpecific = false,
  inner,
  hashOf = (text) => text,
  needsName = false,
  reportInner = false,
  change,
}: {
  scheme: string
  ambiguous?: boolean
  sourceSpecific?: boolean
  inner: readonly HashFormat[]
  hashOf?(text: string): string | undefined
  needsName?: boolean
  reportInner?: boolean
  change(password: string, name: string): string
}): HashFormat {
  const storedPattern = new RegExp(`^\\$${scheme}-kept\\$([A-Za-z0-9_-]*)(\\$.+)$`)
  return {
    scheme,
    ambiguous,
    sourceSpecific,
    prefix: scheme,
    read({ text, username }) {
      const hash = hashOf(text)
      if (hash === undefined || (needsName && !username)) return undefined
      const name = needsName ? toParam(username ?? '') : ''
      for (const { scheme: own, prefix = own, read } of inner) {
        const reading = read({ text: hash })
        if (!reading) continue
        const reported = reportInner && { scheme: own }
        if ('keep' in reading)
          return { keep: `$${scheme}-kept$${name}${reading.keep}`, ...reported }
        return { ...reading, param: [prefix, name, reading.param].join(':'), ...reported }
      }
      return undefined
    },
    verify(stored, password) {
      const [, name = '', hash] = storedPattern.exec(stored) ?? []
      if (hash === undefined) return undefined
      const changed = change(password, fromParam(name))
      if (argon2.read({ text: hash })) return verifyArgon2(hash, changed)
      for (const format of inner) {
        const verdict = format.verify?.(hash, changed)
        if (verdict) return verdict
      }
      return undefined
    },
    digest(password, param) {
      const [prefix, name = '', ...rest] = param.split(':')
      const format = inner.find(({ scheme: own, prefix: given = own }) => given === prefix)
      if (!format?.digest) throw new Error('a wrapped password hash has no known form')
      return format.digest(change(password, fromParam(name)), rest.join(':'))
    },
  }
}
