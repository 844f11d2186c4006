import { coreOf, isSeparator } from './password-text.ts'

/** Up to this many junk characters at the ends are ignored. */
const MAX_JUNK = 2

/** Longer punctuation counts as a part of the password, not as a separator. */
const MAX_SEPARATOR_LENGTH = 2

/**
 * Whether a password repeats a fragment, such as `abcabcab` or `hello, hello`. The last repeat may be incomplete, and
 * up to two junk characters may be at the ends.
 */
export function isRepeated(characters: string[]): boolean {
  if (repeatsFragment(characters)) return true
  const { start, end } = coreOf(characters)
  const junk = characters.length - (end - start)
  return junk <= MAX_JUNK && repeatsFragment(characters.slice(start, end))
}

/** Whether a text consists of repeats of a fragment. The last repeat may lack its separator. */
function repeatsFragment(characters: string[]): boolean {
  for (let period = 1; period < characters.length; period += 1) {
    const missing = 2 * period - characters.length
    if (missing > MAX_SEPARATOR_LENGTH) return false
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
