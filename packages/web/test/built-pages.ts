import { join } from 'node:path'
import { isOutdated } from '../../server/bin/is-outdated.js'

const WEB = join(import.meta.dirname, '..')

/**
 * Checks that the pages are built. @throws Error with the command to run, if the built pages are missing or older than
 * a source
 */
export function requireFreshPages(folder = WEB): void {
  if (isOutdated(join(folder, 'dist/index.html'), [join(folder, 'src')])) {
    throw new Error(
      'packages/web/dist is older than packages/web/src; run: npm run build -w packages/web',
    )
  }
}
