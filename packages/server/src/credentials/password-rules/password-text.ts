/** Splits a text into lower-case code points and replaces typographic forms. Each code point becomes at most three. */
export function normalizeText(text: string): string[] {
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

export function isSeparator(character: string): boolean {
  return /[\p{P}\p{Z}]/u.test(character)
}

export function carriers(characters: string[]): (character: string) => boolean {
  return characters.some(isLetter) ? isLetter : isDigit
}

export function coreOf(characters: string[]): { start: number; end: number } {
  const carries = carriers(characters)
  const start = characters.findIndex(carries)
  if (start < 0) return { start: 0, end: characters.length }
  return { start, end: characters.findLastIndex(carries) + 1 }
}
