import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packageFolder } from '../../platform/package-folder.ts'

const BUILD_FOLDER = join(packageFolder, '../web/dist')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8', // for the licenses of bundled libraries
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export type BuiltFile = {
  path: string
  type: string
  bytes: ReadonlyMap<string, Buffer>
}

export type BuiltPages = { document: string; style: string; files: readonly BuiltFile[] }

/**
 * Reads the built pages, about 2 MB, into memory once, so that the build may be replaced while the site runs.
 * @returns undefined without a build
 */
export function readBuiltPages(): BuiltPages | undefined {
  read ??= readBuild()
  return read
}

let read: BuiltPages | undefined

function readBuild(): BuiltPages | undefined {
  try {
    const document = readFileSync(join(BUILD_FOLDER, 'index.html'), 'utf8')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(document) ?? []
    return { document, style, files: readFiles() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function readFiles(): BuiltFile[] {
  const names = readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' })
  const all = new Set(names)
  return names.flatMap((name) => {
    const type = TYPES[extname(name)]
    if (!type) return []
    const encoded = ENCODINGS.filter(({ suffix }) => all.has(name + suffix))
    const bytes = [...encoded, { name: 'identity', suffix: '' }].map(
      (one) => [one.name, readFileSync(join(BUILD_FOLDER, name + one.suffix))] as const,
    )
    return [{ path: `/${name.replaceAll('\\', '/')}`, type, bytes: new Map(bytes) }]
  })
}
