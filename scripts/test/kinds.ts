import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What a test file needs: a `browser`, child processes (`process`), `PostgreSQL` in every run, or nothing (`plain`). An
 * `alone` file needs a process of its own, because it changes `process.env` or the current folder.
 */
export type TestKind = 'browser' | 'process' | 'PostgreSQL' | 'alone' | 'plain'

/** Modules that support PostgreSQL but use it only if a test file requires it. */
const EITHER_DATABASE = /\/(site|empty-site|child|old-database|unicorecms-source)\.ts$/

const SIGNS: readonly (readonly [TestKind, RegExp])[] = [
  ['alone', /^process\.env\.\w+ = |\bprocess\.(env\.\w+ = |chdir\()/m],
  ['browser', /^(?:import\b.*|\}) from 'playwright-core'/m],
  ['process', /'node:(child_process|cluster)'/],
  ['PostgreSQL', /openSite\('PostgreSQL'|\bnewPostgres|\bTEST_DATABASE_URL\b/],
]

const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g

/** Returns the kind of a test file by its text and the text of the test modules that it imports. */
export function kindOf(path: string): TestKind {
  const seen = new Set<string>()
  const kinds = new Set<TestKind>()
  const read = (module: string): void => {
    if (seen.has(module) || !existsSync(module)) return
    seen.add(module)
    const text = readFileSync(module, 'utf8')
    const isTestFile = module === path
    for (const [kind, sign] of SIGNS) {
      if (kind === 'alone' && !isTestFile) continue
      if (kind === 'PostgreSQL' && EITHER_DATABASE.test(module)) continue
      if (sign.test(text)) kinds.add(kind)
    }
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const imported = join(dirname(module), specifier)
      if (!/\/src\//.test(imported)) read(imported)
    }
  }
  read(path)
  return SIGNS.find(([kind]) => kinds.has(kind))?.[0] ?? 'plain'
}
