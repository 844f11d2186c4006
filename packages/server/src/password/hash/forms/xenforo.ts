import { createHash } from 'node:crypto'
import { bcrypt } from './bcrypt.ts'
import type { Form } from './form.ts'
import { phpass } from './phpass.ts'
import { fromParam, toParam } from './salted-digest.ts'

/**
 * XenForo's since 1.2, `a:1:{s:4:"hash";s:60:"$2y$10$…";}`: PHP's serialized array (or JSON) around
 * bcrypt or, where PHP was old, phpass.
 */
export const xenforo: Form = {
  scheme: 'xenforo',
  mark: 'xenforo',
  read({ text }) {
    const hash = fieldOf(text, 'hash')
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
  const salt = fieldOf(text, 'salt')
  const algorithm = fieldOf(text, 'hashFunc')
  const digits = { sha256: 64, sha1: 40 }[algorithm ?? '']
  if (salt === undefined || digits === undefined) return undefined
  if (hash.length !== digits || !/^[0-9a-f]+$/i.test(hash)) return undefined
  return { param: ['salted', algorithm, toParam(salt)].join(':'), digest: hash.toLowerCase() }
}

/** A text of a serialized array, or of a JSON object. The values have no quotes in them. */
function fieldOf(text: string, name: string): string | undefined {
  const serialized = new RegExp(`^a:\\d+:\\{.*s:\\d+:"${name}";s:\\d+:"([^"]*)";.*\\}$`, 's')
  const json = new RegExp(`^\\{.*"${name}":\\s*"([^"]*)".*\\}$`, 's')
  return serialized.exec(text)?.[1] ?? json.exec(text)?.[1]?.replaceAll('\\/', '/')
}
