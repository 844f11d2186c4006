import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'

/**
 * One way to break a promise. `from` is text that occurs exactly once in the sources, in whichever file,
 * so that a break survives when files move.
 */
export type Break = {
  /** The test that must fail, as docs/security.md cites it: `login.test.ts: its name`. */
  proof: string
  /** One test of the many that a proof with `${…}` stands for, where running all takes too long. */
  case?: string
  from: string
  to: string
  /** The file that lists this break. */
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

/** The file of a break and its broken text; undefined unless `from` occurs exactly once. */
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
