import type { HashFormat } from './format.ts'
import { LETTERS } from './phpass-digest.ts'
import { PhpassWorker } from './phpass-worker.ts'

const PATTERN = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/
const [MIN_LOG, MAX_LOG] = [7, 16]

const worker = new PhpassWorker()

/**
 * phpass's portable hashes, `$P$` or, in phpBB, `$H$`. They are repeated MD5, which is fast, so they are always
 * wrapped. The first character after the prefix is the number of rounds, the next eight are the salt.
 */
export const phpass: HashFormat = {
  scheme: 'phpass',
  prefix: 'phpass',
  read({ text }) {
    const [, letter = '', salt = '', digest = ''] = PATTERN.exec(text) ?? []
    const log = LETTERS.indexOf(letter)
    if (!digest || log < MIN_LOG || log > MAX_LOG) return undefined
    return { param: letter + salt, digest }
  },
  digest: (password, param) => worker.digest(password, param),
}
