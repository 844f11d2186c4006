import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { LICENCES_FILE, licencesOf } from './third-party/bundled.ts'

const root = join(import.meta.dirname, '../packages/web')

/** How the pages are built, wherever they are put. */
export const webBuild = {
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [layLicences()],
} satisfies InlineConfig

/**
 * Builds the pages into packages/web/dist, which the server serves. They are made beside it and put
 * in its place whole, so that a server that starts meanwhile never reads half a build.
 */
export async function buildWeb(): Promise<void> {
  const aside = mkdtempSync(join(root, '.build-'))
  const made = join(aside, 'dist')
  const served = join(root, 'dist')
  try {
    await build({ ...webBuild, build: { outDir: made } })
    moveAway(served, join(aside, 'old'))
    renameSync(made, served)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Lays the licences of what is bundled beside it; the site serves them with it. */
function layLicences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const source = licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds))
      this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source })
    },
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
