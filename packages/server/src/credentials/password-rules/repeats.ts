import { coreOf, isSeparator } from './password-text.ts'

/** This much junk at the ends does not hide a repeat; at least six characters are left. */
const MOST_JUNK = 2

/** A longer row of punctuation is not a separator but a part of the password. */
const LONGEST_SEPARATOR = 2

/**
 * Tells whether a password is one fragment repeated (`abcabcab`, `hello, hello`), with a little
 * junk around it at most. After the second repeat there may be a part of the fragment.
 */
export function isRepeated(characters: string[]): boolean {
  if (repeatsFragment(characters)) return true
  const { start, end } = coreOf(characters)
  const junk = characters.length - (end - start)
  return junk <= MOST_JUNK && repeatsFragment(characters.slice(start, end))
}

/** After the second repeat, the separator that stands between the first two may be missing. */
function repeatsFragment(characters: string[]): boolean {
  for (let period = 1; period < characters.length; period += 1) {
    const missing = 2 * period - characters.length
    if (missing > LONGEST_SEPARATOR) return false
    if (recursAfter(period, characters) && missing <= separatorBefore(period, characters)) {
      return true
    }
  }
  return false
}

function recursAfter(period: number, characters: string[]): boolean {
  return characters.every((character, at) => at < period || character === characters[at - period])
}

function separatorBefore(end: number, characters: string[]): number {
  const last = characters.slice(0, end).findLastIndex((character) => !isSeparator(character))
  return last < 0 ? 0 : end - 1 - last
}
