/** Keys below one another stand in one column. */
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const SHIFTED_ROWS = ['!@#$%^&*()_+', '{}', ':"', '<>?']
const SHIFTED_KEYS = ['1234567890-=', '[]', ";'", ',./']
const RUSSIAN_ROWS = ['ё', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const RUSSIAN_KEYS = ['`', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,.']

const unshifted = pairUp(SHIFTED_ROWS, SHIFTED_KEYS)
const russian = pairUp(RUSSIAN_ROWS, RUSSIAN_KEYS)

/** What comes out of a key with a Russian letter while the layout is Latin: `п` is `g`. */
export function latinKey(character: string): string {
  return russian.get(character) ?? character
}

/** The key that writes a character on either layout, by what it writes in Latin without shift. */
export function keyOf(character: string): string {
  return unshifted.get(character) ?? latinKey(character)
}

/** Lines of keys that lie side by side: rows, columns (`1qaz`), diagonals (`4esz`), the key pad. */
export const KEY_LINES: string[] = [
  ...ROWS,
  ...linesDown(0),
  ...linesDown(-1),
  ...['147', '2580', '369', '159', '357'],
]

/** A line down the rows from every key of the first, so many columns to the right at each row. */
function linesDown(slant: number): string[] {
  const [first = ''] = ROWS
  return Array.from(first, (_, column) =>
    ROWS.map((row, down) => row.charAt(column + slant * down)).join(''),
  ).filter((line) => line.length >= 3)
}

function pairUp(from: string[], to: string[]): Map<string, string> {
  const keys = [...to.join('')]
  return new Map(Array.from(from.join(''), (character, at) => [character, keys[at] ?? character]))
}
