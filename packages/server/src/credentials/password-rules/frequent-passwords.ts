import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latinKey } from './keyboard.ts'
import { skeleton } from './leetspeak.ts'
import { coreOf, isLetter } from './password-text.ts'
import { transliterate } from './transliterate.ts'

/**
 * Frequent passwords in code point order, one per line, written by lab/data/make-frequent-passwords.ts. One text of 0.4
 * MB for a binary search, so a start has nothing to build.
 */
const LIST = readFileSync(join(import.meta.dirname, 'frequent-passwords.txt'), 'latin1')

const MIN_ENTRY_LENGTH = 4
const MAX_ENTRY_LENGTH = 20

/**
 * The most junk around an entry of the shortest length with which a password still counts as frequent: around letters
 * only, and around leetspeak.
 */
const MAX_JUNK = 8
const MAX_JUNK_AROUND_LEET = 4

/** A password with more different emoji than this around a word does not count as frequent. */
const MAX_EMOJI = 3

/** Text amid junk with fewer letters is not read as leetspeak, because many hexadecimal numbers would read as words. */
const MIN_LETTERS = 3

/**
 * Whether a password is frequent: as it is, in leetspeak, with junk at its ends, or as a Russian word typed in Latin
 * letters or with the wrong layout.
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
 * Lists the words that a password may contain: without the junk at the ends, and with as much of it as may be
 * leetspeak. A word is no longer than a list entry, so there are at most 210.
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

/** Many random strings contain a word of four letters, but seldom one that only a little simple junk surrounds. */
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
