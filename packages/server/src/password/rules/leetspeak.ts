/** The letters a character is used for, likeliest first, with the Russian ones that look alike. */
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

/** Whether the character is leetspeak for the letter. */
export function standsFor(character: string, letter: string): boolean {
  return LETTERS[character]?.includes(letter) ?? false
}

/**
 * One spelling for all the ways to write a word in leetspeak: texts with the same skeleton can be
 * read as the same word. No combinations have to be tried, for 1, i and l are one letter in it.
 */
export function skeleton(text: string): string {
  return Array.from(text, (character) => SKELETON[character] ?? character).join('')
}

const SKELETON: Record<string, string> = { l: 'i' }
for (const [character, [likeliest]] of Object.entries(LETTERS)) {
  if (likeliest) SKELETON[character] = likeliest
}
