import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { joinedLibraries, libraries } from '../packages/server/src/libraries.ts'

/** CommonJS code in an ES module needs `require`. */
const COMMON_JS = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

const server = join(import.meta.dirname, '../packages/server')

/** Joins the libraries that the server loads at its start into a few files in node_modules. */
export async function joinLibraries(
  modules = join(import.meta.dirname, '../node_modules'),
): Promise<void> {
  const folder = joinedLibraries(modules)
  const unfinished = `${folder}.unfinished`
  rmSync(join(modules, '.portal'), { recursive: true, force: true })
  await build({
    entryPoints: libraries.map((name) => ({ in: `entry:${name}`, out: name })),
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true, // code that two of them share stays shared
    format: 'esm',
    platform: 'node',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: COMMON_JS },
    logLevel: 'warning',
    plugins: [
      {
        name: 'entries',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }))
          onLoad({ filter: /^entry:/ }, async ({ path }) => ({
            contents: await exportsOf(path.slice('entry:'.length)),
            resolveDir: server,
          }))
        },
      },
    ],
  })
  renameSync(unfinished, folder) // a server that starts meanwhile finds all files or none
}

/** The named exports of a library. For CommonJS only Node knows them. */
async function exportsOf(library: string): Promise<string> {
  const found = Object.keys(await import(library)).filter((name) => /^[\w$]+$/.test(name))
  return `export { ${found.join(', ')} } from '${library}'`
}
