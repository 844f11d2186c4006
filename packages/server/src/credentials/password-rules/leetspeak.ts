/**
 * The letters a character stands for, likeliest first, with the Russian letters that look alike.
 */
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

/** Tells whether the character is leetspeak for the letter. */
export function standsFor(character: string, letter: string): boolean {
  return LETTERS[character]?.includes(letter) ?? false
}

/**
 * Gives all the ways to write a word in leetspeak one spelling: texts with the same skeleton can be
 * read as the same word. It has one letter for 1, i and l, so no combinations have to be tried.
 */
export function skeleton(text: string): string {
  return Array.from(text, (character) => SKELETON[character] ?? character).join('')
}

const SKELETON: Record<string, string> = { l: 'i' }
for (const [character, [likeliest]] of Object.entries(LETTERS)) {
  if (likeliest) SKELETON[character] = likeliest
}
