import { extname, join } from 'node:path'

const isBuilt = extname(import.meta.filename) !== '.ts'

export const packageFolder: string = join(import.meta.dirname, isBuilt ? '..' : '../..')

/**
 * Returns the path of a program file: the source, or its build.
 * @param source the path below `src`; it must be listed in scripts/build/server.ts
 */
export function builtFile(source: string): string {
  if (!isBuilt) return join(packageFolder, 'src', source)
  const [name = ''] = source.split('/').slice(-1)
  return join(packageFolder, 'dist', name.replace(/\.ts$/, '.js'))
}
