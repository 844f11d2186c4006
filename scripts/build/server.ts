import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import { isOutdated } from '../../packages/server/bin/is-outdated.js'

/**
 * Files below packages/server/src that Node starts by path. Each becomes a file of the same name in `dist`. A new
 * worker thread or process needs a line here, and must be started through `builtFile` (src/platform/package-folder.ts).
 */
const ENTRY_POINTS = [
  'main.ts',
  'import/read/sqlite-reader-store.ts',
  'credentials/password-hash/formats/phpass-thread.ts',
]

/** Files that the server reads at run time from the folder of their module. */
const READ_AT_RUN_TIME = ['credentials/password-rules/frequent-passwords.txt']

/**
 * Packages that are not bundled: native code stays where npm installed it, and pg loads pg-native only if it is
 * installed.
 */
const EXTERNAL = ['@node-rs/*', 'pg-native']

/** Defines `require`, which bundled CommonJS code needs in an ES module. */
const COMMON_JS = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

const OWN_SOURCE = /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/

const server = join(import.meta.dirname, '../../packages/server')

/**
 * Bundles the server and its libraries into packages/server/dist, which `npm start` and all commands run. The files
 * are written to another folder and then moved, so that a server that starts in the meantime finds either all files
 * or none.
 */
export async function buildServer(): Promise<void> {
  const src = join(server, 'src')
  const dist = join(server, 'dist')
  const unfinished = join(server, `dist.${process.pid}`)
  try {
    await build({
      entryPoints: ENTRY_POINTS.map((file) => join(src, file)),
      entryNames: '[name]', // all files are in one folder: see src/platform/package-folder.ts
      outdir: unfinished,
      bundle: true,
      splitting: true, // code behind `import()` is loaded when it is needed
      format: 'esm',
      platform: 'node',
      target: 'node24.12',
      external: EXTERNAL,
      banner: { js: COMMON_JS },
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none', // the packages beside the build contain their licences
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      plugins: [
        {
          name: 'packages imported on demand',
          setup({ onResolve }) {
            // Only Node knows the named exports of a CommonJS package that `import()` loads.
            onResolve({ filter: /^[^.]/ }, ({ kind, importer }) =>
              kind === 'dynamic-import' && OWN_SOURCE.test(importer)
                ? { external: true }
                : undefined,
            )
          },
        },
        {
          name: 'migrations found by folder',
          setup({ onLoad }) {
            onLoad({ filter: /[\\/]migrations[\\/]steps\.ts$/ }, ({ path }) => ({
              contents: importSteps(dirname(path)),
              resolveDir: dirname(path),
            }))
          },
        },
      ],
    })
    for (const file of READ_AT_RUN_TIME) {
      copyFileSync(join(src, file), join(unfinished, basename(file)))
    }
    rmSync(dist, { recursive: true, force: true })
    renameSync(unfinished, dist)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Returns the source of a module that imports every migration and exports all of them by name. */
function importSteps(folder: string): string {
  const names = readdirSync(folder).flatMap((file) => /^(\d{3}-.+)\.ts$/.exec(file)?.[1] ?? [])
  const imports = names.map((name, index) => `import * as step${index} from './${name}.ts'`)
  const entries = names.map((name, index) => `'${name}': step${index}`)
  return `${imports.join('\n')}\nexport const steps = { ${entries.join(', ')} }`
}

/** Builds the server unless its build is newer than every source. */
export async function buildServerIfOutdated(): Promise<void> {
  const sources = ['src', '../contract/src'].map((folder) => join(server, folder))
  if (isOutdated(join(server, 'dist/main.js'), sources)) await buildServer()
}

if (import.meta.main) await buildServer()
