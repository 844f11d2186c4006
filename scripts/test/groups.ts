import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { kindOf, type TestKind } from './kinds.ts'

/*
 * Node's runner starts a process for each file, which takes half a second of a core to load the server and another
 * half to compile code: most of the time of a short file. So several files share a process: the runner gets modules
 * that import them one after another.
 */

const LIMIT = new URL('./limit-test-file.ts', import.meta.url).href

/**
 * How many files share a process. Fewer slow files share a process, so that no process ends much later than the others.
 */
const FILES_IN_A_PROCESS: Readonly<Record<TestKind, number>> = {
  browser: 17,
  process: 22,
  PostgreSQL: 8,
  alone: 1,
  plain: 69,
}

type Group = { kind: TestKind; files: readonly string[]; place: number }

/** Writes a module for each group of test files into a folder. @returns the modules in order, or the only file. */
export function groupTests(files: readonly string[], folder: string): string[] {
  if (files.length === 1) return [...files]
  const groups = [...Map.groupBy(files, kindOf)].flatMap(([kind, some]) => groupsOf(kind, some))
  return groups
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind, files }, index) => {
      const number = String(index + 1).padStart(3, '0') // the runner sorts files by name
      const module = join(folder, `${number}-${kind.toLowerCase()}.test.mjs`)
      writeFileSync(module, sourceOf(files))
      return module
    })
}

/**
 * Distributes the files of a kind over groups, so that related slow files are in different groups. Slow groups start at
 * intervals in the first half of the run: while tests with a browser or a child process wait, others use the processor.
 * The short plain groups are last, so that all processors are busy until the end.
 */
function groupsOf(kind: TestKind, files: readonly string[]): Group[] {
  const count = Math.ceil(files.length / FILES_IN_A_PROCESS[kind])
  const sorted = files.toSorted()
  const span = kind === 'plain' ? 1 : 0.5
  return Array.from({ length: count }, (_, index) => ({
    kind,
    files: sorted.filter((_, at) => at % count === index),
    place: (span * (index + 0.5)) / count,
  }))
}

function sourceOf(files: readonly string[]): string {
  const paths = files.map((file) => resolve(file))
  const names = paths.map((path) => relative(process.cwd(), path)).join(', ')
  return [
    `import { before } from 'node:test'`,
    `import { limitTests } from ${JSON.stringify(LIMIT)}`,
    `limitTests(${JSON.stringify(names)})`,
    `const loaded = Promise.withResolvers()`,
    `before(() => loaded.promise) // otherwise the runner would end with the first files`,
    `try {`,
    ...paths.map((path) => `  await import(${JSON.stringify(pathToFileURL(path).href)})`),
    `} finally {`,
    `  loaded.resolve()`,
    `}\n`,
  ].join('\n')
}
