import { standsFor } from './leetspeak.ts'
import { isSeparator, normalizeText } from './password-text.ts'

export type PasswordContext = { username: string; email: string | null; siteName: string }

/** Many good passwords contain a shorter name by chance. */
const MIN_NAME_LENGTH = 3

/** From this length, a name of several words is also matched without separators. */
const MIN_JOINED_LENGTH = 5

/** From this length, the name itself may be leetspeak for a word in the password. */
const MIN_LEET_LENGTH = 4

/** Whether the password contains the player's name or address or the site's name, in any case or in leetspeak. */
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

/** Whether a name is leetspeak. `st3v3` is; `max1` is not, because `maximum` would contain the name. */
function isLeet(name: string[]): boolean {
  return /\p{L}[^\p{L}\p{Z}]+\p{L}/u.test(name.join(''))
}
