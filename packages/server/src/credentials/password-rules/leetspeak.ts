/** The letters that a character can replace, likeliest first, with look-alike Russian letters. */
const LETTERS: Record<string, string> = {
  '0': 'oо',
  '1': 'il',
  '2': 'z',
  '3': 'eезэ',
  '4': 'aач',
  '5': 's',
  '6': 'gб',
  '7': 't',
  '8': 'bв',
  '9': 'g',
  '@': 'aа',
  $: 's',
  '!': 'il',
  '|': 'il',
  '+': 't',
  '(': 'cс',
  '€': 'eе',
}

export function standsFor(character: string, letter: string): boolean {
  return LETTERS[character]?.includes(letter) ?? false
}

/** Returns the one form of all leetspeak spellings of a word, so that none must be tried. Merges 1, i and l. */
export function skeleton(text: string): string {
  return Array.from(text, (character) => SKELETON[character] ?? character).join('')
}

const SKELETON: Record<string, string> = { l: 'i' }
for (const [character, [likeliest]] of Object.entries(LETTERS)) {
  if (likeliest) SKELETON[character] = likeliest
}
