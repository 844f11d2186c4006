import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeleton } from '../packages/server/src/password/leetspeak.ts'
import { transliterate } from '../packages/server/src/password/transliterate.ts'

/** Shorter ones are in many good passwords; with junk around them they are no frequent password. */
const SHORTEST_ENTRY = 4

/** What the list of an English-speaking project leaves out. */
const RUSSIAN = `
  жопа
`
const OF_THE_GAME = `
`

const folder = join(import.meta.dirname, '../packages/server/src/password')

if (import.meta.main) {
  writeFileSync(join(folder, 'frequent-passwords.txt'), frequentPasswords())
  copyFileSync(source('LICENSE.txt'), join(folder, 'frequent-passwords.license.txt'))
}

/**
 * The text of frequent-passwords.txt: the skeletons of the entries of `@zxcvbn-ts/language-common`
 * (MIT; 49,000 passwords counted in leaks) and of the words above, sorted, one on a line. Run this
 * script after a change to the package, the words or the leetspeak table.
 */
export function frequentPasswords(): string {
  const counted: string[] = JSON.parse(readFileSync(source('src/passwords.json'), 'utf8'))
  const added = `${RUSSIAN} ${OF_THE_GAME}`.split(/\s+/).map(transliterate)
  const words = new Set([...counted, ...added].filter((word) => word.length >= SHORTEST_ENTRY))
  const entries = [...words].filter((word) => !words.has(coreOf(word)) || coreOf(word)===word)
  return [...new Set(entries.map(e=>/[a-z]/.test(e)?skeleton(e):e))]
    .sort()
    .map((entry) => `${entry}\n`)
    .join('')
}
function coreOf(w:string){return w.replace(/^[^a-z]+|[^a-z]+$/g,'')}

function source(file: string): string {
  return join(import.meta.dirname, '../node_modules/@zxcvbn-ts/language-common', file)
}
