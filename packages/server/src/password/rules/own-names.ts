import { standsFor } from './leetspeak.ts'
import { isSeparator, readable } from './password-text.ts'

export type PasswordContext = { username: string; email: string; siteName: string }

/** Shorter names are in too many good passwords. */
const SHORTEST_NAME = 3

/** From here on a name of several words is also looked for without what parts them. */
const SHORTEST_JOINED = 5

/** From here on a name may itself be leetspeak for what the password says. */
const SHORTEST_LEET = 4

/**
 * Whether a password holds its owner's name, e-mail address or what stands before its @, or the
 * site's name, in any case and in leetspeak.
 */
export function holdsOwnName(characters: string[], context: PasswordContext): boolean {
  const { username, email, siteName } = context
  const [mailbox = ''] = email.split('@')
  const joined = characters.filter((character) => !isSeparator(character))
  return [username, email, mailbox, siteName].map(readable).some((name) => {
    if (holds(characters, name)) return true
    const word = name.filter((character) => !isSeparator(character))
    if (word.length === name.length || word.length < SHORTEST_JOINED) return false
    return holds(characters, word) || holds(joined, word)
  })
}

function holds(characters: string[], name: string[]): boolean {
  if (name.length < SHORTEST_NAME) return false
  const bothWays = name.length >= SHORTEST_LEET && isLeet(name)
  return characters.some((_, from) =>
    name.every((wanted, at) => {
      const found = characters[from + at]
      if (found === undefined) return false
      return found === wanted || standsFor(found, wanted) || (bothWays && standsFor(wanted, found))
    }),
  )
}

/** `st3v3` is; in `max1` the digit is just a digit, or `maximum` would hold it. */
function isLeet(name: string[]): boolean {
  return /\p{L}[^\p{L}\p{Z}]+\p{L}/u.test(name.join(''))
}
