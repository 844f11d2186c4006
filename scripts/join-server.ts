import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { joinedServer, markOf, placesOf } from '../packages/server/bin/joined-server.js'

/** CommonJS code in an ES module needs `require`. */
const COMMON_JS = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/** Native code stays where it was installed; pg asks for its own only if somebody installed it. */
const LEFT_ALONE = ['@node-rs/*', 'pg-native']

const OWN = /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/

/**
 * Joins the sources of the server and their libraries into a few files in node_modules. They are used as
 * long as none of the sources, and nothing that npm installed, has changed (bin/joined-server.js).
 */
export async function joinServer(root = join(import.meta.dirname, '..')): Promise<void> {
  const folder = joinedServer(root)
  const unfinished = `${folder}.unfinished`
  rmSync(folder, { recursive: true, force: true })
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/server/src/main.ts'],
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true, // what is loaded at its first use stays apart
    format: 'esm',
    platform: 'node',
    external: LEFT_ALONE,
    banner: { js: COMMON_JS },
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'own sources',
        setup({ onLoad, onResolve }) {
          // Node alone knows what CommonJS exports; and what is loaded late may be many small files.
          onResolve({ filter: /^[^.]/ }, ({ kind, importer }) =>
            kind === 'dynamic-import' && OWN.test(importer) ? { external: true } : undefined,
          )
          onLoad({ filter: OWN }, ({ path }) => ({
            contents: withOwnFolder(readFileSync(path, 'utf8'), relative(folder, dirname(path))),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  const sources = Object.keys(metafile.inputs).filter((file) => file.startsWith('packages/'))
  mkdirSync(unfinished, { recursive: true })
  for (const { path, text } of outputFiles) writeFileSync(path, inAscii(text))
  const madeFrom = { sources, mark: markOf(root, sources), places: placesOf(root, sources) }
  writeFileSync(join(unfinished, 'made-from.json'), JSON.stringify(madeFrom))
  renameSync(unfinished, folder) // a server that starts meanwhile finds all files or none
}

/** A source that reads a file beside it still finds it, seen from the folder of the joined files. */
function withOwnFolder(source: string, from: string): string {
  const there = JSON.stringify(`/${from.replaceAll('\\', '/')}`)
  return source.replaceAll('import.meta.dirname', `(import.meta.dirname + ${there})`)
}

/** Escapes what is not ASCII: one character beyond Latin-1, and V8 keeps the whole text in two bytes a character. */
function inAscii(code: string): string {
  return code.replaceAll(/\P{ASCII}/gu, (character) => character.split('').map(escaped).join(''))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
