import { readFileSync } from 'node:fs'
import { latinKey } from './keyboard.ts'
import { skeleton } from './leetspeak.ts'
import { coreOf, isDigit, isLetter } from './password-text.ts'
import { transliterate } from './transliterate.ts'

/**
 * Skeletons of the frequent passwords, one on a line, in order: searched as one text, so that they
 * take 0.4 MB and no time to load. Made by scripts/make-frequent-passwords.ts.
 */
const LIST = readFileSync(new URL('./frequent-passwords.txt', import.meta.url), 'latin1')

const SHORTEST_ENTRY = 4
const LONGEST_ENTRY = 20

/** More pictures than these are not junk but a password of their own. */
const MOST_PICTURES = 3

/**
 * Whether a password is in the list of frequent ones, also in leetspeak, with junk at its ends, or as
 * a Russian word that the list has in Latin letters.
 */
export function isFrequent(characters: string[]): boolean {
  return wordsWithin(characters).some((word) =>
    [word, Array.from(word, latinKey).join(''), transliterate(word)].some((writing) =>
      isListed(/\p{L}/u.test(word) ? skeleton(writing) : writing),
    ),
  )
}

/**
 * The password without the junk at its ends, and with so much of that junk as may be leetspeak for
 * its first and last letters. A word has a list entry's length, so there are at most 20 × 20.
 */
export function wordsWithin(characters: string[]): string[] {
  const core = coreOf(characters)
  const words: string[] = []
  for (let start = core.start; start >= 0 && core.end - start <= LONGEST_ENTRY; start -= 1) {
    const last = Math.min(characters.length, start + LONGEST_ENTRY)
    for (let end = core.end; end <= last; end += 1) {
      const word = characters.slice(start, end)
      const around = [characters.slice(0, start), characters.slice(end)]
      const n = word.filter(isLetter).length
      const K = Number(process.env.K ?? 0.5)
      if (
        word.length < characters.length &&
        characters.some(isLetter) &&
        (n < 3 || n < word.length * K)
      )
        continue
      if (isWordAmid(around, word.length)) words.push(word.join(''))
    }
  }
  return words
}

/** A word of four letters is in many a random string, so the junk around it has to be plain. */
function isWordAmid(around: string[][], length: number): boolean {
  const pictures = around.flat().filter((character) => /\p{Extended_Pictographic}/u.test(character))
  const telling = pictures.filter((picture) => !isDigit(picture))
  if (new Set(telling).size > MOST_PICTURES) return false
  if (length > SHORTEST_ENTRY) return true
  return length === SHORTEST_ENTRY && around.every((side) => PLAIN.test(side.join('')))
}

/** Digits, one character again and again, or both: `2005`, `!!`, `123!!`. */
const PLAIN = /^(?:\p{N}*(?:(\P{N})\1*)?|(\P{N})\2*\p{N}*)$/u

/** Looks a skeleton up by halving the list. */
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
