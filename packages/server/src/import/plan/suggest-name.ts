import { Username } from '@portal/contract'
import { Check } from 'typebox/value'
import { transliterate } from '../../credentials/password-rules/transliterate.ts'

const [SHORTEST, LONGEST] = [3, 16]

export function isUsername(name: string): boolean {
  return Check(Username, name)
}

/**
 * Proposes a name that this site can take for one that it cannot: in Latin letters, with `_` for every
 * other sign, three to sixteen of them.
 *
 * @param isFree whether nobody else has it or is to get it.
 */
export function suggestName(name: string, isFree: (name: string) => boolean): string {
  const latin = transliterate(name.toLowerCase())
  const kept = latin === name.toLowerCase() ? name : latin
  const base = kept
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/gu, '_')
    .slice(0, LONGEST)
    .padEnd(SHORTEST, '_')
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : String(count)
    const candidate = base.slice(0, LONGEST - ending.length) + ending
    if (isFree(candidate)) return candidate
  }
}

/** Reads renames, `OLD=NEW` each; undefined for the first that cannot be read. */
export function readRenames(lines: readonly string[]): Map<string, string> | { wrong: string } {
  const renames = new Map<string, string>()
  for (const line of lines) {
    const place = line.lastIndexOf('=') // a new name has none, an old one may
    const [old, wanted] = [line.slice(0, Math.max(place, 0)).trim(), line.slice(place + 1).trim()]
    if (old === '' || !isUsername(wanted)) return { wrong: line }
    renames.set(old, wanted)
  }
  return renames
}
