import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'

/**
 * One way to break a promise. `from` stands exactly once in the sources, wherever that is, so that a
 * break outlives a file that moves.
 */
export type Break = {
  /** The test that must fail, as docs/security.md cites it: `login.test.ts: its name`. */
  proof: string
  from: string
  to: string
  /** The file of breaks it comes from. */
  listedIn: string
}

export const root = join(import.meta.dirname, '../..')

const SOURCES = [
  'packages/*/src/**/*.{ts,vue,css,proto}',
  'packages/*/*.{html,ts}',
  'packages/server/bin/*.js',
  'deploy/**/*',
  'scripts/*.ts',
]

export function readBreaks(): Break[] {
  return globSync('breaks/*.yaml', { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => {
      const listed: Omit<Break, 'listedIn'>[] = parse(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      )
      return listed.map((one) => ({ ...one, listedIn: basename(file) }))
    })
}

const sources = new Map<string, string>()

/** The file a break is made in, and what it then holds; undefined unless `from` stands once. */
export function findSource({ from, to }: Break): { path: string; broken: string } | undefined {
  if (sources.size === 0) readSources()
  const hits = [...sources].filter(([, text]) => text.includes(from))
  const [[path, text] = ['', '']] = hits
  const [before = '', after = '', ...more] = text.split(from)
  if (hits.length !== 1 || more.length > 0) return undefined
  return { path, broken: `${before}${to}${after}` }
}

function readSources(): void {
  for (const pattern of SOURCES) {
    for (const entry of globSync(pattern, { cwd: root, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue
      const path = join(entry.parentPath, entry.name)
      sources.set(path.slice(root.length + 1), readFileSync(path, 'utf8'))
    }
  }
}
