import type { Form } from './format.ts'
import { LETTERS } from './phpass-digest.ts'
import { PhpassWorker } from './phpass-worker.ts'

const WRITTEN = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/
const [LEAST_LOG, MOST_LOG] = [7, 16]

const worker = new PhpassWorker()

/**
 * phpass's portable hashes, `$P$`, which phpBB writes `$H$`: MD5 over and over, which is quick however
 * often, so they are always wrapped. A letter says how often, and eight are the salt.
 */
export const phpass: Form = {
  scheme: 'phpass',
  mark: 'phpass',
  read({ text }) {
    const [, letter = '', salt = '', digest = ''] = WRITTEN.exec(text) ?? []
    const log = LETTERS.indexOf(letter)
    if (!digest || log < LEAST_LOG || log > MOST_LOG) return undefined
    return { param: letter + salt, digest }
  },
  digest: (password, param) => worker.digest(password, param),
}
