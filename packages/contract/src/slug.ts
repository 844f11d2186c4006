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
const MAX_SLUG_LENGTH = 48
const MAX_ID_LENGTH = 32

/**
 * Makes a slug from a title: Latin words joined by `-`, with Cyrillic letters transliterated. Empty if the title has no
 * letters of either.
 */
export function slugOf(title: string): string {
  return joinWords(transliterate(title).match(/[a-z0-9]+/g), MAX_SLUG_LENGTH)
}

/**
 * Makes the ID of a role or donor rank from its name: a slug that keeps underscores, so `Старший модератор` becomes
 * `starshiy-moderator` (docs/contract.md#roles-groups-grants).
 */
export function idFromName(name: string): string {
  return joinWords(transliterate(name).match(/[a-z0-9_]+/g), MAX_ID_LENGTH)
}

function transliterate(text: string): string {
  const latin = Array.from(text.toLowerCase(), (letter) => LETTERS[letter] ?? letter).join('')
  return latin.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function joinWords(words: readonly string[] | null, maxLength: number): string {
  return (words ?? []).join('-').slice(0, maxLength).replace(/-$/, '')
}
