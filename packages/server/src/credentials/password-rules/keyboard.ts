/** The rows of a keyboard. Keys with the same index are in one column. */
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const SHIFTED_ROWS = ['!@#$%^&*()_+', '{}', ':"', '<>?']
const SHIFTED_KEYS = ['1234567890-=', '[]', ";'", ',./']
const RUSSIAN_ROWS = ['ё', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const RUSSIAN_KEYS = ['`', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,.']

const unshifted = pairUp(SHIFTED_ROWS, SHIFTED_KEYS)
const russian = pairUp(RUSSIAN_ROWS, RUSSIAN_KEYS)

/** Returns the Latin letter on the key of a Russian letter, such as `g` for `п`; other characters unchanged. */
export function latinKey(character: string): string {
  return russian.get(character) ?? character
}

/** Returns the key on which a character is typed, named by the Latin character that it types without shift. */
export function physicalKey(character: string): string {
  return unshifted.get(character) ?? latinKey(character)
}

/** Sequences of adjacent keys: rows, columns (`1qaz`), diagonals (`4esz`) and the number pad. */
export const KEY_LINES: string[] = [
  ...ROWS,
  ...linesDown(0),
  ...linesDown(-1),
  ...['147', '2580', '369', '159', '357'],
]

/**
 * Lists, for each key of the first row, the keys on a line from this key down to the last row. In each row, the line
 * moves `slant` columns to the right. Leaves out lines of fewer than three keys.
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
