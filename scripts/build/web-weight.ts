import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = join(import.meta.dirname, '../../packages/web/dist')

/** The files of a page, that is its entry and its chunks, and the limit for its scripts in bytes after Brotli. */
export const WEIGHED = {
  'sign-in': {
    chunks: ['index.html', 'src/pages/sign-in/AuthLayout.vue', 'src/pages/sign-in/LoginPage.vue'],
    most: 60_000,
  },
  home: { chunks: ['index.html', 'src/pages/home/HomePage.vue'], most: 60_000 },
} as const
type Weighed = keyof typeof WEIGHED

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** The size of each file that a page loads, in bytes after Brotli, which browsers accept on https. */
export function weightOf(page: Weighed): {
  scripts: Map<string, number>
  styles: Map<string, number>
} {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8'),
  )
  const seen = new Set<Chunk>()
  const follow = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}: has it been renamed?`)
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const needed of chunk.imports ?? []) follow(needed)
  }
  for (const name of WEIGHED[page].chunks) follow(name)
  const styles = [...seen].flatMap(({ css }) => css ?? [])
  return { scripts: weigh([...seen].map(({ file }) => file)), styles: weigh(styles) }
}

export function total(weights: ReadonlyMap<string, number>): number {
  return weights.values().reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(files: readonly string[]): Map<string, number> {
  return new Map(files.map((file) => [file, statSync(join(BUILT, `${file}.br`)).size]))
}

if (import.meta.main) {
  for (const page of ['sign-in', 'home'] as const) {
    const { scripts, styles } = weightOf(page)
    const { most } = WEIGHED[page]
    for (const [file, bytes] of [...scripts, ...styles]) console.log(`${bytes}\t${file}`)
    console.log(
      `${page}: script ${total(scripts)} bytes of at most ${most}; style ${total(styles)}`,
    )
    if (total(scripts) > most) process.exitCode = 1
  }
}
