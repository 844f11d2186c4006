import { KEY_LINES, physicalKey } from './keyboard.ts'
import { carriers, isSeparator } from './password-text.ts'

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '0123456789',
]

/** Shorter runs do not count, because two adjacent characters can occur by chance. */
const MIN_RUN_LENGTH = 3

/** The most parts of a password that counts as a sequence. A part is a run or another character. */
const MAX_PARTS = 3

/**
 * Whether a password is a sequence of runs. A run is characters adjacent in an alphabet or on a keyboard, in either
 * direction, or one repeated character. Runs may be joined (`abcd1234`), interleaved (`1q2w3e4r`) or separated
 * (`qwe-asd-zxc`). A password with one run may also have two junk characters or one other character; a password with
 * two runs may also have one junk character.
 */
export function isSequence(characters: string[]): boolean {
  if (isAllRuns(characters)) return true
  const carries = carriers(characters)
  if (partsOf(characters, (character) => (carries(character) ? 2 : 1)) <= MAX_PARTS) return true
  const joined = characters.filter((character) => !isSeparator(character))
  const separators = new Set(characters.filter(isSeparator))
  return separators.size === 1 && joined.length > 0 && isAllRuns(joined)
}

function isAllRuns(characters: string[]): boolean {
  return partsOf(characters, () => Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
}

/**
 * Returns the least number of parts into which a password can be split: a run is one part, two interleaved runs are two
 * parts, and any other character counts as `cost` parts.
 */
function partsOf(characters: string[], cost: (character: string) => number): number {
  const writings = [
    { symbols: characters, lines: ALPHABETS },
    { symbols: characters.map(physicalKey), lines: KEY_LINES },
  ]
  const longest = (from: number, stride: number) =>
    Math.max(...writings.map((writing) => runFrom(from, stride, writing)))

  const parts = new Array<number>(characters.length + 1).fill(Number.POSITIVE_INFINITY)
  parts[0] = 0
  for (const [from, character] of characters.entries()) {
    const before = parts[from] ?? 0
    relax(parts, from + 1, before + cost(character))
    const run = longest(from, 1)
    for (let length = MIN_RUN_LENGTH; length <= run; length += 1) {
      relax(parts, from + length, before + 1)
    }
    const woven = wovenLength(longest(from, 2), longest(from + 1, 2))
    for (let length = 2 * MIN_RUN_LENGTH; length <= woven; length += 1) {
      relax(parts, from + length, before + 2)
    }
  }
  return parts[characters.length] ?? 0
}

function relax(parts: number[], index: number, cost: number): void {
  parts[index] = Math.min(parts[index] ?? cost, cost)
}

function wovenLength(first: number, second: number): number {
  return first > second ? 2 * second + 1 : 2 * first
}

type Writing = { symbols: string[]; lines: string[] }

/**
 * Returns the length of the longest run that starts at `from`. With a `stride` of 2, only every second character
 * belongs to the run.
 */
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
    const index = line.indexOf(first)
    if (index < 0) continue
    follow((length) => line.charAt(index + length))
    follow((length) => line.charAt(index - length))
  }
  return longest
}
