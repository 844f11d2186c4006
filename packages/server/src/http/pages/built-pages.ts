import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packageFolder } from '../../platform/package-folder.ts'

/** The folder of the build of packages/web. */
const BUILT = join(packageFolder, '../web/dist')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8', // the licences of bundled libraries
}

/** Encodings in order of preference. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** A file of the build as it is sent, plain (`identity`) and compressed. */
export type BuiltFile = {
  path: string
  type: string
  bytes: ReadonlyMap<string, Buffer>
}

/** `document` is the HTML of every page, and `style` the one style in it. */
export type BuiltPages = { document: string; style: string; files: readonly BuiltFile[] }

/**
 * Reads the whole build of packages/web, about 2 MB, once in a process, which keeps serving the build
 * that it started with while another one replaces it on the disk.
 *
 * @returns undefined when there is no build.
 */
export function readBuiltPages(): BuiltPages | undefined {
  read ??= readBuild()
  return read
}

let read: BuiltPages | undefined

function readBuild(): BuiltPages | undefined {
  try {
    const document = readFileSync(join(BUILT, 'index.html'), 'utf8')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(document) ?? []
    return { document, style, files: readFiles() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function readFiles(): BuiltFile[] {
  const names = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
  const all = new Set(names)
  return names.flatMap((name) => {
    const type = TYPES[extname(name)]
    if (!type) return []
    const encoded = ENCODINGS.filter(({ suffix }) => all.has(name + suffix))
    const bytes = [...encoded, { name: 'identity', suffix: '' }].map(
      (one) => [one.name, readFileSync(join(BUILT, name + one.suffix))] as const,
    )
    return [{ path: `/${name.replaceAll('\\', '/')}`, type, bytes: new Map(bytes) }]
  })
}
