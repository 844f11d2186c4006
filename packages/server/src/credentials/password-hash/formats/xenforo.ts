import { createHash } from 'node:crypto'
import { bcrypt } from './bcrypt.ts'
import type { Form } from './format.ts'
import { phpass } from './phpass.ts'
import { fromParam, toParam } from './salted-digest.ts'
import { serializedField } from './serialized-field.ts'

/**
 * XenForo's since 1.2, `a:1:{s:4:"hash";s:60:"$2y$10$…";}`: PHP's serialized array (or JSON) around
 * bcrypt or, where PHP was old, phpass.
 */
export const xenforo: Form = {
  scheme: 'xenforo',
  mark: 'xenforo',
  read({ text }) {
    const hash = serializedField(text, 'hash')
    if (hash === undefined) return undefined
    for (const { scheme: own, mark = own, read } of [bcrypt, phpass]) {
      const reading = read({ text: hash })
      if (reading)
        return 'keep' in reading ? reading : { ...reading, param: `${mark}:${reading.param}` }
    }
    return readOld(text, hash)
  },
  digest(password, param) {
    const [mark, ...rest] = param.split(':')
    const form = [bcrypt, phpass].find((one) => one.mark === mark)
    if (form?.digest) return form.digest(password, rest.join(':'))
    const [algorithm = '', salt = ''] = rest
    const hexOf = (of: string): string => createHash(algorithm).update(of).digest('hex')
    return hexOf(hexOf(password) + fromParam(salt))
  },
}

/** Its form before 1.2: a digest of the digest and a salt, with `hashFunc` sha256 or sha1. */
function readOld(text: string, hash: string) {
  const salt = serializedField(text, 'salt')
  const algorithm = serializedField(text, 'hashFunc')
  const digits = { sha256: 64, sha1: 40 }[algorithm ?? '']
  if (salt === undefined || digits === undefined) return undefined
  if (hash.length !== digits || !/^[0-9a-f]+$/i.test(hash)) return undefined
  return { param: ['salted', algorithm, toParam(salt)].join(':'), digest: hash.toLowerCase() }
}
