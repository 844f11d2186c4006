/**
 * A text as the password rules read it: its code points in lower case, full-width and other
 * typographic forms as the plain ones. At most three for each one given.
 */
export function readable(text: string): string[] {
  return Array.from(text.normalize('NFC'), (character) => {
    const plain = [...character.normalize('NFKC').toLowerCase()]
    const [only = character] = plain
    return plain.length === 1 ? only : character
  })
}

export function isLetter(character: string): boolean {
  return /\p{L}/u.test(character)
}

export function isDigit(character: string): boolean {
  return /\p{N}/u.test(character)
}

/** What stands between words: spaces and punctuation. */
export function isSeparator(character: string): boolean {
  return /[\p{P}\p{Z}]/u.test(character)
}

/** Tells what carries a password from its junk: its letters or, when it has none, its digits. */
export function carriers(characters: string[]): (character: string) => boolean {
  return characters.some(isLetter) ? isLetter : isDigit
}

/** Where the part without the junk at both ends begins and is over; all of it if all is junk. */
export function coreOf(characters: string[]): { start: number; end: number } {
  const carries = carriers(characters)
  const start = characters.findIndex(carries)
  if (start < 0) return { start: 0, end: characters.length }
  return { start, end: characters.findLastIndex(carries) + 1 }
}
