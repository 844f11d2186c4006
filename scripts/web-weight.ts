import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = join(import.meta.dirname, '../packages/web/dist')

/** What a visitor loads to sign in: the entry and the two chunks of that page. */
const SIGN_IN = [
  'index.html',
  'src/pages/auth/AuthLayout.vue',
  'src/pages/auth/LoginPage.vue',
] as const

/** The limit for scripts, in bytes after gzip. */
export const MOST_SCRIPT = 110_000

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** The size of each file that the sign-in page loads, in bytes after gzip. */
export function signInWeight(): { scripts: Map<string, number>; styles: Map<string, number> } {
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
  for (const name of SIGN_IN) follow(name)
  const styles = [...seen].flatMap(({ css }) => css ?? [])
  return { scripts: weigh([...seen].map(({ file }) => file)), styles: weigh(styles) }
}

export function total(weights: ReadonlyMap<string, number>): number {
  return weights.values().reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(files: readonly string[]): Map<string, number> {
  return new Map(files.map((file) => [file, statSync(join(BUILT, `${file}.gz`)).size]))
}

if (import.meta.main) {
  const { scripts, styles } = signInWeight()
  for (const [file, bytes] of [...scripts, ...styles]) console.log(`${bytes}\t${file}`)
  console.log(`script: ${total(scripts)} bytes of at most ${MOST_SCRIPT}; style: ${total(styles)}`)
  if (total(scripts) > MOST_SCRIPT) process.exitCode = 1
}
