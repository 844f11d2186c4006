/** The rows of a keyboard; keys in the same column lie below one another. */
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const SHIFTED_ROWS = ['!@#$%^&*()_+', '{}', ':"', '<>?']
const SHIFTED_KEYS = ['1234567890-=', '[]', ";'", ',./']
const RUSSIAN_ROWS = ['ё', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const RUSSIAN_KEYS = ['`', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,.']

const unshifted = pairUp(SHIFTED_ROWS, SHIFTED_KEYS)
const russian = pairUp(RUSSIAN_ROWS, RUSSIAN_KEYS)

/** Returns what the key of a Russian letter types on a Latin layout: `п` becomes `g`. */
export function latinKey(character: string): string {
  return russian.get(character) ?? character
}

/**
 * Names the key that types a character on either layout by what it types in Latin without shift.
 */
export function keyOf(character: string): string {
  return unshifted.get(character) ?? latinKey(character)
}

/** Lines of adjacent keys: rows, columns (`1qaz`), diagonals (`4esz`) and the number pad. */
export const KEY_LINES: string[] = [
  ...ROWS,
  ...linesDown(0),
  ...linesDown(-1),
  ...['147', '2580', '369', '159', '357'],
]

/**
 * Makes a line down the rows from each key of the first, `slant` columns further right in each row.
 */
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
