import { createHash } from 'node:crypto'
import { bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'
import { phpass } from './phpass.ts'
import { fromParam, toParam } from './salted-digest.ts'
import { serializedField } from './serialized-field.ts'

/**
 * XenForo since 1.2: a serialized PHP array, `a:1:{s:4:"hash";s:60:"$2y$10$…";}`, or JSON. The hash is bcrypt or, from
 * old versions of PHP, phpass.
 */
export const xenforo: HashFormat = {
  scheme: 'xenforo',
  prefix: 'xenforo',
  read({ text }) {
    const hash = serializedField(text, 'hash')
    if (hash === undefined) return undefined
    for (const { scheme: own, prefix = own, read } of [bcrypt, phpass]) {
      const reading = read({ text: hash })
      if (reading)
        return 'keep' in reading ? reading : { ...reading, param: `${prefix}:${reading.param}` }
    }
    return parseLegacy(text, hash)
  },
  digest(password, param) {
    const [prefix, ...rest] = param.split(':')
    const format = [bcrypt, phpass].find((one) => one.prefix === prefix)
    if (format?.digest) return format.digest(password, rest.join(':'))
    const [algorithm = '', salt = ''] = rest
    const hexOf = (of: string): string => createHash(algorithm).update(of).digest('hex')
    return hexOf(hexOf(password) + fromParam(salt))
  },
}

/** XenForo before 1.2: a digest of the password's digest and a salt. `hashFunc` is sha256 or sha1. */
function parseLegacy(text: string, hash: string) {
  const salt = serializedField(text, 'salt')
  const algorithm = serializedField(text, 'hashFunc')
  const digits = { sha256: 64, sha1: 40 }[algorithm ?? '']
  if (salt === undefined || digits === undefined) return undefined
  if (hash.length !== digits || !/^[0-9a-f]+$/i.test(hash)) return undefined
  return { param: ['salted', algorithm, toParam(salt)].join(':'), digest: hash.toLowerCase() }
}
