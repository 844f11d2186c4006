/** The letters that each character can stand for, likeliest first, and look-alike Russian letters. */
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

/**
 * Returns a form that is the same for all leetspeak spellings of a word, so that not every spelling must be tried. 1, i
 * and l become one character.
 */
export function skeleton(text: string): string {
  return Array.from(text, (character) => SKELETON[character] ?? character).join('')
}

const SKELETON: Record<string, string> = { l: 'i' }
for (const [character, [likeliest]] of Object.entries(LETTERS)) {
  if (likeliest) SKELETON[character] = likeliest
}
