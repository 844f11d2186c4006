import { posix } from 'node:path'
import { readSource, type Source } from './read-source.ts'

/** Files, by their path from a common folder, and what they say. */
export type Graph = ReadonlyMap<string, Source>

export function graphOf(texts: ReadonlyMap<string, string>): Graph {
  return new Map([...texts].map(([file, text]) => [file, readSource(file, text)]))
}

/** The file an import of our own names, from the common folder on; `npm:` and the name of others. */
export function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return `npm:${specifier}`
  return posix.join(posix.dirname(file), specifier)
}
