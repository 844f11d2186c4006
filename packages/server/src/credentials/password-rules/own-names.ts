import { standsFor } from './leetspeak.ts'
import { isSeparator, readable } from './password-text.ts'

export type PasswordContext = { username: string; email: string | null; siteName: string }

/** Too many good passwords contain a shorter name. */
const SHORTEST_NAME = 3

/** From this length, a name of several words is also searched for without its separators. */
const SHORTEST_JOINED = 5

/** From this length, the name may itself be leetspeak for what the password says. */
const SHORTEST_LEET = 4

/**
 * Tells whether a password contains its owner's username, e-mail address or the part before the @,
 * or the site's name, in any letter case and in leetspeak.
 */
export function holdsOwnName(characters: string[], context: PasswordContext): boolean {
  const { username, siteName } = context
  const email = context.email ?? ''
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

/** True for `st3v3`. In `max1` the digit is just a digit, or `maximum` would contain the name. */
function isLeet(name: string[]): boolean {
  return /\p{L}[^\p{L}\p{Z}]+\p{L}/u.test(name.join(''))
}
