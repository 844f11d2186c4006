const LETTERS: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu' },
  я: 'ya',
}
const MOST = 48

/**
 * Makes the end of an address from a title: Latin words, joined by `-`; Russian letters are written in
 * Latin ones. Empty when the title has neither.
 */
export function slugOf(title: string): string {
  const latin = Array.from(title.toLowerCase(), (letter) => LETTERS[letter] ?? letter).join('')
  const plain = latin.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MOST).replace(/-$/, '')
}
