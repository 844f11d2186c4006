import { Username } from '@portal/contract'
import { Check } from 'typebox/value'
import { transliterate } from '../../credentials/password-rules/transliterate.ts'

const [MIN_LENGTH, MAX_LENGTH] = [3, 16]

export function isUsername(name: string): boolean {
  return Check(Username, name)
}

/**
 * Suggests a valid name of 3 to 16 characters: transliterates to Latin letters and replaces other characters by `_`.
 * @param isFree whether no other player has the name or will get it
 */
export function suggestName(name: string, isFree: (name: string) => boolean): string {
  const latin = transliterate(name.toLowerCase())
  const shortened = latin === name.toLowerCase() ? name : latin
  const base = shortened
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/gu, '_')
    .slice(0, MAX_LENGTH)
    .padEnd(MIN_LENGTH, '_')
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : String(count)
    const candidate = base.slice(0, MAX_LENGTH - ending.length) + ending
    if (isFree(candidate)) return candidate
  }
}

/** Parses lines of the form `OLD=NEW`. Returns the first malformed line instead, if there is one. */
export function readRenames(lines: readonly string[]): Map<string, string> | { wrong: string } {
  const renames = new Map<string, string>()
  for (const line of lines) {
    const place = line.lastIndexOf('=') // the last `=` separates: an old name may contain `=`, a new one may not
    const [old, wanted] = [line.slice(0, Math.max(place, 0)).trim(), line.slice(place + 1).trim()]
    if (old === '' || !isUsername(wanted)) return { wrong: line }
    renames.set(old, wanted)
  }
  return renames
}
