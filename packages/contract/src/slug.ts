const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
}
const LONGEST_SLUG = 48
const LONGEST_ID = 32

/**
 * Makes the end of an address from a title: Latin words, joined by `-`; Cyrillic letters are written in
 * Latin ones. Empty when the title has neither.
 */
export function slugOf(title: string): string {
  return joined(latinOf(title).match(/[a-z0-9]+/g), LONGEST_SLUG)
}

/**
 * Makes the id of a role or a group from its name, in the same way: `Старший модератор` becomes
 * `starshiy-moderator`. Underscores stay (docs/contract.md#roles-groups-grants).
 */
export function idFromName(name: string): string {
  return joined(latinOf(name).match(/[a-z0-9_]+/g), LONGEST_ID)
}

function latinOf(text: string): string {
  const latin = Array.from(text.toLowerCase(), (letter) => LETTERS[letter] ?? letter).join('')
  return latin.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function joined(words: readonly string[] | null, most: number): string {
  return (words ?? []).join('-').slice(0, most).replace(/-$/, '')
}
