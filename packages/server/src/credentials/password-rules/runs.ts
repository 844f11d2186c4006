import { KEY_LINES, keyOf } from './keyboard.ts'
import { carriers, isSeparator } from './password-text.ts'

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '0123456789',
]

/** Two neighbours can meet by chance. */
const SHORTEST_RUN = 3

/** A password of at most this many parts is a run with something added. */
const FEW_PARTS = 3

/**
 * Tells whether a password is made of runs: characters that follow one another in an alphabet or on
 * a keyboard, in either direction, or one repeated character. Runs may be joined (`abcd1234`),
 * woven (`1q2w3e4r`) or separated by one character (`qwe-asd-zxc`). Around one run there may also
 * be two characters of junk or one other character; around two runs, one character of junk.
 */
export function isSequence(characters: string[]): boolean {
  if (isAllRuns(characters)) return true
  const carries = carriers(characters)
  if (partsOf(characters, (character) => (carries(character) ? 2 : 1)) <= FEW_PARTS) return true
  const joined = characters.filter((character) => !isSeparator(character))
  const separators = new Set(characters.filter(isSeparator))
  return separators.size === 1 && joined.length > 0 && isAllRuns(joined)
}

function isAllRuns(characters: string[]): boolean {
  return partsOf(characters, () => Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
}

/**
 * Finds the smallest number of parts that make up a password, in one pass from the front: a run is
 * one part, two woven runs are two, and a character outside runs counts as `cost` says.
 */
function partsOf(characters: string[], cost: (character: string) => number): number {
  const writings = [
    { symbols: characters, lines: ALPHABETS },
    { symbols: characters.map(keyOf), lines: KEY_LINES },
  ]
  const longest = (from: number, stride: number) =>
    Math.max(...writings.map((writing) => runFrom(from, stride, writing)))

  const parts = new Array<number>(characters.length + 1).fill(Number.POSITIVE_INFINITY)
  parts[0] = 0
  for (const [from, character] of characters.entries()) {
    const before = parts[from] ?? 0
    reach(parts, from + 1, before + cost(character))
    const run = longest(from, 1)
    for (let length = SHORTEST_RUN; length <= run; length += 1) {
      reach(parts, from + length, before + 1)
    }
    const woven = wovenLength(longest(from, 2), longest(from + 1, 2))
    for (let length = 2 * SHORTEST_RUN; length <= woven; length += 1) {
      reach(parts, from + length, before + 2)
    }
  }
  return parts[characters.length] ?? 0
}

function reach(parts: number[], place: number, cost: number): void {
  parts[place] = Math.min(parts[place] ?? cost, cost)
}

/** Counts the characters that two alternating runs cover. */
function wovenLength(first: number, second: number): number {
  return first > second ? 2 * second + 1 : 2 * first
}

type Writing = { symbols: string[]; lines: string[] }

/** Finds the length of the longest run from a place; `stride` 2 looks at every other character. */
function runFrom(from: number, stride: number, { symbols, lines }: Writing): number {
  const first = symbols[from]
  if (first === undefined) return 0
  let longest = 0
  const follow = (nextOf: (length: number) => string) => {
    let length = 1
    while (symbols[from + length * stride] === nextOf(length)) length += 1
    longest = Math.max(longest, length)
  }
  follow(() => first)
  for (const line of lines) {
    const place = line.indexOf(first)
    if (place < 0) continue
    follow((length) => line.charAt(place + length))
    follow((length) => line.charAt(place - length))
  }
  return longest
}
