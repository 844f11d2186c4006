/** Keyboard rows. Keys in the same column are below one another. */
const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const SHIFTED_ROWS = ['!@#$%^&*()_+', '{}', ':"', '<>?']
const SHIFTED_KEYS = ['1234567890-=', '[]', ";'", ',./']
const RUSSIAN_ROWS = ['ё', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const RUSSIAN_KEYS = ['`', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,.']

const unshifted = pairUp(SHIFTED_ROWS, SHIFTED_KEYS)
const russian = pairUp(RUSSIAN_ROWS, RUSSIAN_KEYS)

/** Returns the Latin letter on the key of a Russian letter: `п` becomes `g`. */
export function latinKey(character: string): string {
  return russian.get(character) ?? character
}

/** Returns the key of a character, named by its Latin character without shift. */
export function physicalKey(character: string): string {
  return unshifted.get(character) ?? latinKey(character)
}

/** Lines of adjacent keys: rows, columns (`1qaz`), diagonals (`4esz`) and the number pad. */
export const KEY_LINES: string[] = [
  ...ROWS,
  ...linesDown(0),
  ...linesDown(-1),
  ...['147', '2580', '369', '159', '357'],
]

/** Makes a line downwards from each key of the first row, `slant` columns to the right per row. */
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
