/**
 * Returns a text as the password rules read it: its code points in lower case, with full-width and
 * other typographic forms made plain. Each given code point becomes three at most.
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

function isDigit(character: string): boolean {
  return /\p{N}/u.test(character)
}

/** Tells whether a character separates words, as spaces and punctuation do. */
export function isSeparator(character: string): boolean {
  return /[\p{P}\p{Z}]/u.test(character)
}

/** Picks what makes up a password apart from junk: its letters or, if it has none, its digits. */
export function carriers(characters: string[]): (character: string) => boolean {
  return characters.some(isLetter) ? isLetter : isDigit
}

/**
 * Finds where the part without the junk at both ends begins and ends; if all is junk, it is all.
 */
export function coreOf(characters: string[]): { start: number; end: number } {
  const carries = carriers(characters)
  const start = characters.findIndex(carries)
  if (start < 0) return { start: 0, end: characters.length }
  return { start, end: characters.findLastIndex(carries) + 1 }
}
