import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const WEB = join(import.meta.dirname, '../../packages/web')
const BUILT = join(WEB, 'dist')
/** The files that name all pages. */
const ROUTERS = ['src/routes.ts', 'src/pages/admin/load-admin-page.ts']

const SIGN_IN = 'src/pages/sign-in/AuthLayout.vue'
const PUBLIC = 'src/ui/PublicLayout.vue'
const ACCOUNT = ['src/pages/account/AccountLayout.vue', 'virtual:contract-paths/account']
const PANEL = [
  'src/pages/admin/AdminLayout.vue',
  'src/pages/admin/load-admin-page.ts',
  'virtual:contract-paths/account',
  'virtual:contract-paths/panel',
]

/**
 * For each folder of pages: the other files that its pages load (`around`), and the limit for the scripts of a page in
 * bytes after Brotli. The first matching row counts.
 */
const KINDS = [
  { folder: 'src/pages/home/', around: [], most: 60_000 },
  { folder: 'src/pages/sign-in/', around: [SIGN_IN], most: 60_000 },
  { folder: 'src/pages/NotFoundPage', around: [SIGN_IN], most: 60_000 },
  { folder: 'src/pages/setup/', around: [SIGN_IN], most: 60_000 },
  { folder: 'src/pages/content/', around: [PUBLIC], most: 60_000 },
  { folder: 'src/pages/profiles/', around: [PUBLIC], most: 60_000 },
  { folder: 'src/pages/account/PasskeyHelpPage', around: [PUBLIC], most: 60_000 },
  { folder: 'src/pages/account/', around: ACCOUNT, most: 80_000 },
  { folder: 'src/pages/admin/', around: PANEL, most: 110_000 },
] as const

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Weights = ReadonlyMap<string, number>

/** The size of each file that a page loads, in bytes after Brotli, which browsers accept on https. */
export type WeighedPage = { page: string; most: number; scripts: Weights; styles: Weights }

/** Weighs every page of the build, heaviest first. */
export function weighPages(): WeighedPage[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8'))
  return ROUTERS.flatMap(pagesIn)
    .map((page) => {
      const kind = KINDS.find(({ folder }) => page.startsWith(folder))
      if (!kind) throw new Error(`no limit for ${page}: add its folder to web-weight.ts`)
      return weigh(page, kind, manifest)
    })
    .sort((one, other) => total(other.scripts) - total(one.scripts))
}

function pagesIn(router: string): string[] {
  const source = readFileSync(join(WEB, router), 'utf8')
  const paths = [...source.matchAll(/import\('(\..*Page\.vue)'\)/g)]
  return paths.map(([, path = '']) => join(dirname(router), path))
}

export function total(weights: Weights): number {
  return weights.values().reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(
  page: string,
  { around, most }: (typeof KINDS)[number],
  manifest: Manifest,
): WeighedPage {
  const seen = new Set<Chunk>()
  const follow = (name: string): void => {
    const chunk = manifest[name] ?? sharedChunk(name, manifest)
    if (!chunk) throw new Error(`the build has no ${name}: has it been renamed?`)
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const needed of chunk.imports ?? []) follow(needed)
  }
  for (const name of ['index.html', ...around, page]) follow(name)
  const styles = [...seen].flatMap(({ css }) => css ?? [])
  return {
    page,
    most,
    scripts: sizesOf([...seen].map(({ file }) => file)),
    styles: sizesOf(styles),
  }
}

/** Finds the chunk of a page that other pages also import: the manifest lists it by name instead of by path. */
function sharedChunk(path: string, manifest: Manifest): Chunk | undefined {
  const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
  return chunks.find(({ name }) => name === basename(path, '.vue'))
}

function sizesOf(files: readonly string[]): Weights {
  return new Map(files.map((file) => [file, statSync(join(BUILT, `${file}.br`)).size]))
}

/** Prints the size of every page, or of the files of the pages whose name contains a word. */
if (import.meta.main) {
  const [word = ''] = process.argv.slice(2)
  for (const { page, most, scripts, styles } of weighPages()) {
    if (!page.toLowerCase().includes(word.toLowerCase())) continue
    console.log(
      `${page}: script ${total(scripts)} bytes of at most ${most}; style ${total(styles)}`,
    )
    if (word) for (const [file, bytes] of [...scripts, ...styles]) console.log(`${bytes}\t${file}`)
    if (total(scripts) > most) process.exitCode = 1
  }
}
