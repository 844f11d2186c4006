import { extname, join } from 'node:path'

/** Whether the built files run (`dist`, one folder), and not the sources (`src`). */
const isBuilt = extname(import.meta.filename) !== '.ts'

/** The folder of this package. */
export const packageFolder: string = join(import.meta.dirname, isBuilt ? '..' : '../..')

/**
 * Returns the path of a file that Node starts by its path, such as a worker thread: the source when the
 * sources run, and the built file otherwise.
 *
 * @param source below `src`, listed in scripts/build/server.ts
 */
export function builtFile(source: string): string {
  if (!isBuilt) return join(packageFolder, 'src', source)
  const [name = ''] = source.split('/').slice(-1)
  return join(packageFolder, 'dist', name.replace(/\.ts$/, '.js'))
}
