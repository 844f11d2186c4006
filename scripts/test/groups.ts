import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { kindOf, type TestKind } from './kinds.ts'

/*
 * Node's runner starts a process for each file. Half a second of a core goes into loading the server there,
 * and another half into code that is not compiled yet, which is most of the time of a short file. So several
 * files share a process: the runner gets modules that import them one after another.
 */

const LIMIT = new URL('./limit-test-file.ts', import.meta.url).href

/** How many files share a process. Slow ones are fewer, so that no process is the last by far. */
const FILES_IN_A_PROCESS: Readonly<Record<TestKind, number>> = {
  browser: 6,
  process: 4,
  PostgreSQL: 4,
  alone: 1,
  plain: 12,
}

/** The runner sorts files by name: the slowest kind begins. */
const ORDER: readonly TestKind[] = ['browser', 'process', 'PostgreSQL', 'alone', 'plain']

/** Writes a module for each group of test files into a folder. @returns the modules, or the only file. */
export function groupTests(files: readonly string[], folder: string): string[] {
  if (files.length === 1) return [...files]
  const byKind = Map.groupBy(files, kindOf)
  return ORDER.flatMap((kind, place) => {
    const groups = chunksOf(byKind.get(kind)?.toSorted() ?? [], FILES_IN_A_PROCESS[kind])
    return groups.map((group, index) => {
      const number = String(index + 1).padStart(2, '0')
      const module = join(folder, `${place}-${kind.toLowerCase()}-${number}.test.mjs`)
      writeFileSync(module, sourceOf(group))
      return module
    })
  })
}

function sourceOf(files: readonly string[]): string {
  const paths = files.map((file) => resolve(file))
  const names = paths.map((path) => relative(process.cwd(), path)).join(', ')
  return [
    `import { before } from 'node:test'`,
    `import { limitTests } from ${JSON.stringify(LIMIT)}`,
    `limitTests(${JSON.stringify(names)})`,
    `const loaded = Promise.withResolvers()`,
    `before(() => loaded.promise) // the runner would be done when the first files are`,
    `try {`,
    ...paths.map((path) => `  await import(${JSON.stringify(pathToFileURL(path).href)})`),
    `} finally {`,
    `  loaded.resolve()`,
    `}\n`,
  ].join('\n')
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) =>
    all.slice(
      Math.round((index * all.length) / count),
      Math.round(((index + 1) * all.length) / count),
    ),
  )
}
