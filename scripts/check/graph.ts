import { posix } from 'node:path'
import { readSource, type Source } from './read-source.ts'

/** Parsed files by path, relative to a common folder. */
export type Graph = ReadonlyMap<string, Source>

export function graphOf(texts: ReadonlyMap<string, string>): Graph {
  return new Map([...texts].map(([file, text]) => [file, readSource(file, text)]))
}

/** Returns the target of an import: a file relative to the common folder, or `npm:` and the name of a package. */
export function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return `npm:${specifier}`
  return posix.join(posix.dirname(file), specifier)
}
