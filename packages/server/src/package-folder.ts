import { extname, join } from 'node:path'

/** The folder of this package. The sources and the built files both lie one level below it: `src`, `dist`. */
export const packageFolder: string = join(import.meta.dirname, '..')

/**
 * Returns the path of a file that Node starts by its path, such as a worker thread: the source when the
 * sources run, and the built file otherwise.
 *
 * @param source below `src`, listed in scripts/build/server.ts
 */
export function builtFile(source: string): string {
  if (extname(import.meta.filename) === '.ts') return join(packageFolder, 'src', source)
  const [name = ''] = source.split('/').slice(-1)
  return join(packageFolder, 'dist', name.replace(/\.ts$/, '.js'))
}
