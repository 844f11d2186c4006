import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'

/** One fault in one source file, and the test that must fail because of it. */
export type Mutation = {
  /** The test that must fail, as `login.test.ts: name of the test`. The file is the end of exactly one path. */
  test: string
  file: string
  /** The text to replace, which occurs exactly once in the file. */
  from: string
  to: string
  /** The topic: the name of the YAML file that lists this mutation. */
  topic: string
}

export const root = join(import.meta.dirname, '../..')

export function readMutations(): Mutation[] {
  return globSync('*.yaml', { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => {
      const listed: Omit<Mutation, 'topic'>[] = parse(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      )
      return listed.map((mutation) => ({ ...mutation, topic: basename(file, '.yaml') }))
    })
}

/**
 * Applies a mutation without changing the file. @returns the mutated text; undefined unless `from` occurs exactly once
 * in the file
 */
export function applyMutation({ file, from, to }: Mutation): string | undefined {
  const parts = readText(file).split(from)
  const [before = '', after = ''] = parts
  return parts.length === 2 ? `${before}${to}${after}` : undefined
}

/** Finds the file of a test, and a pattern for its name, in which each `${…}` matches anything. */
export function locateTest(test: string): { file: string; pattern: string } | undefined {
  const [, name = '', title = ''] = /^([^:]+): (.*)$/s.exec(test) ?? []
  const [file, ...others] = testFiles().filter((path) => `/${path}`.endsWith(`/${name}`))
  if (!file || others.length > 0 || !readText(file).includes(titleInSource(title))) return undefined
  const pattern = title
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*')
  return { file, pattern: `^${pattern}` }
}

/** Returns the name of a test as its source has it, without the name of the database that `siteTest` appends. */
function titleInSource(title: string): string {
  return title.replace(/ \((SQLite|PostgreSQL)\)$/, '')
}

const texts = new Map<string, string>()

function readText(path: string): string {
  const source = join(root, path)
  const text = texts.get(path) ?? (existsSync(source) ? readFileSync(source, 'utf8') : '')
  texts.set(path, text)
  return text
}

let files: string[] | undefined

function testFiles(): string[] {
  files ??= globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root })
  return files
}
