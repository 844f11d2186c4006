import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { LICENCES_FILE, licencesOf } from './third-party/bundled.ts'

const root = join(import.meta.dirname, '../../packages/web')

/** The build options of the pages for any output folder. */
export const webBuild = {
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [layLicences()],
} satisfies InlineConfig

/**
 * Builds the pages into packages/web/dist, which the server serves. They are built in another folder and then moved,
 * so that a starting server never reads half a build.
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

/** Writes the licences of the bundled packages into the build, which the site also serves. */
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

/** Moves a folder away, if it exists. */
function moveAway(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

if (import.meta.main) await buildWeb()
