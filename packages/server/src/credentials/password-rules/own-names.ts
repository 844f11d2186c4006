import { standsFor } from './leetspeak.ts'
import { isSeparator, normalizeText } from './password-text.ts'

export type PasswordContext = { username: string; email: string | null; siteName: string }

/** Shorter names are not searched for: many good passwords contain one by chance. */
const MIN_NAME_LENGTH = 3

/** A name of several words is also searched for without its separators if it then has at least this many characters. */
const MIN_JOINED_LENGTH = 5

/** A name with at least this many characters may itself be leetspeak for a word in the password. */
const MIN_LEET_LENGTH = 4

/** Whether a password contains the player's name or address or the name of the site, in any case or in leetspeak. */
export function containsOwnName(characters: string[], context: PasswordContext): boolean {
  const { username, siteName } = context
  const email = context.email ?? ''
  const [mailbox = ''] = email.split('@')
  const joined = characters.filter((character) => !isSeparator(character))
  return [username, email, mailbox, siteName].map(normalizeText).some((name) => {
    if (containsName(characters, name)) return true
    const word = name.filter((character) => !isSeparator(character))
    if (word.length === name.length || word.length < MIN_JOINED_LENGTH) return false
    return containsName(characters, word) || containsName(joined, word)
  })
}

function containsName(characters: string[], name: string[]): boolean {
  if (name.length < MIN_NAME_LENGTH) return false
  const bothWays = name.length >= MIN_LEET_LENGTH && isLeet(name)
  return characters.some((_, from) =>
    name.every((wanted, at) => {
      const found = characters[from + at]
      if (found === undefined) return false
      return found === wanted || standsFor(found, wanted) || (bothWays && standsFor(wanted, found))
    }),
  )
}

/**
 * Whether a name is itself leetspeak. `st3v3` is; `max1` is not, because otherwise `maximum` would count as containing
 * it.
 */
function isLeet(name: string[]): boolean {
  return /\p{L}[^\p{L}\p{Z}]+\p{L}/u.test(name.join(''))
}
