import { verify as verifyArgon2 } from '@node-rs/argon2'
import { argon2 } from './argon2.ts'
import type { Form } from './format.ts'
import { fromParam, toParam } from './salted-digest.ts'

/**
 * Makes a form of hashes that another form made of a changed password: escaped, or with the name
 * before it. A hash that is kept is stored as `$<scheme>-kept$<with>$…`, because its own text would
 * be taken for one of the password as it is.
 */
export function disguised({
  scheme,
  bare = false,
  ofSource = false,
  inner,
  hashOf = (text) => text,
  needsName = false,
  toldAsInner = false,
  change,
}: {
  scheme: string
  bare?: boolean
  ofSource?: boolean
  /** The forms that the hash itself may have. */
  inner: readonly Form[]
  /** The hash inside of a text; undefined for text of another form. */
  hashOf?(text: string): string | undefined
  /** Whether the player's name is hashed along. */
  needsName?: boolean
  /** The report names the form of the hash itself. */
  toldAsInner?: boolean
  change(password: string, name: string): string
}): Form {
  const kept = new RegExp(`^\\$${scheme}-kept\\$([A-Za-z0-9_-]*)(\\$.+)$`)
  return {
    scheme,
    bare,
    ofSource,
    mark: scheme,
    read({ text, username }) {
      const hash = hashOf(text)
      if (hash === undefined || (needsName && !username)) return undefined
      const name = needsName ? toParam(username ?? '') : ''
      for (const { scheme: own, mark = own, read } of inner) {
        const reading = read({ text: hash })
        if (!reading) continue
        const told = toldAsInner && { scheme: own }
        if ('keep' in reading) return { keep: `$${scheme}-kept$${name}${reading.keep}`, ...told }
        return { ...reading, param: [mark, name, reading.param].join(':'), ...told }
      }
      return undefined
    },
    verify(stored, password) {
      const [, name = '', hash] = kept.exec(stored) ?? []
      if (hash === undefined) return undefined
      const changed = change(password, fromParam(name))
      if (argon2.read({ text: hash })) return verifyArgon2(hash, changed)
      for (const form of inner) {
        const verdict = form.verify?.(hash, changed)
        if (verdict) return verdict
      }
      return undefined
    },
    digest(password, param) {
      const [mark, name = '', ...rest] = param.split(':')
      const form = inner.find(({ scheme: own, mark: given = own }) => given === mark)
      if (!form?.digest) throw new Error('a wrapped password hash has no known form')
      return form.digest(change(password, fromParam(name)), rest.join(':'))
    },
  }
}
