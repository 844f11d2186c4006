import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../packages/web')

/**
 * Builds the pages into packages/web/dist, which the server serves. They are made beside it and put
 * in its place whole, so that a server that starts meanwhile never reads half a build.
 */
export async function buildWeb(): Promise<void> {
  const aside = mkdtempSync(join(root, '.build-'))
  const made = join(aside, 'dist')
  const served = join(root, 'dist')
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made },
    })
    moveAway(served, join(aside, 'old'))
    renameSync(made, served)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** There is nothing to move away before the first build. */
function moveAway(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

if (import.meta.main) await buildWeb()
