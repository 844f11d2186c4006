import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latinKey } from './keyboard.ts'
import { skeleton } from './leetspeak.ts'
import { coreOf, isLetter } from './password-text.ts'
import { transliterate } from './transliterate.ts'

/**
 * Frequent passwords in code point order, one per line, written by lab/data/make-frequent-passwords.ts. Kept as one
 * text of 0.4 MB and searched by binary search, so that no data structure has to be built when the process starts.
 */
const LIST = readFileSync(join(import.meta.dirname, 'frequent-passwords.txt'), 'latin1')

const MIN_ENTRY_LENGTH = 4
const MAX_ENTRY_LENGTH = 20

/**
 * Limits for words of four characters, the shortest length in the list. A password counts as frequent because of such a
 * word only if at most this many junk characters surround the word: the first limit is for a word of letters, the
 * second for leetspeak.
 */
const MAX_JUNK = 8
const MAX_JUNK_AROUND_LEET = 4

/** A password does not count as frequent if the junk around a word has more different emoji than this. */
const MAX_EMOJI = 3

/**
 * A word surrounded by junk is read as leetspeak only if it has at least this many letters. Otherwise many hexadecimal
 * numbers would be read as words.
 */
const MIN_LETTERS = 3

/**
 * Whether a password is frequent: as typed, in leetspeak, with junk at its ends, or as a Russian word in Latin letters
 * or typed with the wrong keyboard layout.
 */
export function isFrequent(characters: string[]): boolean {
  return wordsWithin(characters).some((word) => {
    const texts = distinct([word, word.map(latinKey), word.map(transliterate)])
    if (texts.some(isListed)) return true
    const leet = word.length === characters.length || word.filter(isLetter).length >= MIN_LETTERS
    return leet && texts.some((text) => isListed(skeleton(text)))
  })
}

function distinct(writings: string[][]): string[] {
  return [...new Set(writings.map((writing) => writing.join('')))]
}

/**
 * Lists the words that a password may contain: the part without the junk at both ends, and this part extended by some
 * of the junk, which may be leetspeak. Words are no longer than list entries, so there are at most 210.
 */
export function wordsWithin(characters: string[]): string[][] {
  const core = coreOf(characters)
  const words: string[][] = []
  for (let start = core.start; start >= 0 && core.end - start <= MAX_ENTRY_LENGTH; start -= 1) {
    const last = Math.min(characters.length, start + MAX_ENTRY_LENGTH)
    for (let end = core.end; end <= last; end += 1) words.push(characters.slice(start, end))
  }
  const junk = [characters.slice(0, core.start), characters.slice(core.end)]
  if (countEmoji(junk.flat()) > MAX_EMOJI) return []
  const shortest = words.slice(0, 1).filter((word) => isClearAmid(junk, word))
  return [...shortest, ...words.filter(({ length }) => length > MIN_ENTRY_LENGTH)]
}

function countEmoji(junk: string[]): number {
  return new Set(junk.filter((character) => /\p{Extended_Pictographic}/u.test(character))).size
}

/**
 * Whether a word of four letters is surrounded by only a little simple junk. Many random texts contain a word of this
 * length, but seldom with so little around it.
 */
function isClearAmid(junk: string[][], word: string[]): boolean {
  const limit = word.every(isLetter) ? MAX_JUNK : MAX_JUNK_AROUND_LEET
  return (
    word.length === MIN_ENTRY_LENGTH &&
    junk.flat().length <= limit &&
    junk.every((side) => PLAIN.test(side.join('')))
  )
}

/** Matches digits, one repeated character, or both: `2005`, `!!`, `123!!`. */
const PLAIN = /^(?:\p{N}*(?:(\P{N})\1*)?|(\P{N})\2*\p{N}*)$/u

function isListed(wanted: string): boolean {
  let low = 0
  let high = LIST.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = LIST.lastIndexOf('\n', middle - 1) + 1
    const end = LIST.indexOf('\n', middle)
    const entry = LIST.slice(start, end)
    if (entry === wanted) return true
    if (entry < wanted) low = end + 1
    else high = start
  }
  return false
}
