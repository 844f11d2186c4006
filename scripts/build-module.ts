import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** The oldest Node that runs what is built: `process.getBuiltinModule` came with 20.16. */
const TARGET = 'node20.16'
/** Other people's code that is bundled into the program. */
const BUNDLED = ['@grpc/grpc-js', '@js-sdsl/ordered-map']
const root = join(import.meta.dirname, '../packages/launcher-module')

const NOTICE = `// portal, the launcher-side module. Contains ${BUNDLED.join(' and ')}; licences in LICENSES.txt.`

/**
 * The program may lie below any package.json, which decides whether Node reads it as a script or as
 * an ES module; this line means the same in both.
 */
const EITHER_WAY = 'var require = globalThis.process.getBuiltinModule;'

const common = {
  bundle: true,
  platform: 'node',
  target: TARGET,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
} satisfies BuildOptions

/** Where `npm ci` and `npm run build` put the module. */
export const moduleDist = join(root, 'dist')

if (import.meta.main) await buildModule(moduleDist)

/** Everything the package consists of: program, AuroraLauncher module, library with its types. */
export async function buildModule(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await buildProgram(join(folder, 'portal'))
  await buildAuroraModule(join(folder, 'portal.js'))
  await buildLibrary(join(folder, 'library'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, 'LICENSES.txt'), licenses())
}

/** One executable file with all it needs but Node, for hosts that speak go-plugin. */
export async function buildProgram(outfile: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [join(root, 'src/main.ts')],
    format: 'iife',
    banner: { js: ['#!/usr/bin/env node', NOTICE, EITHER_WAY].join('\n') },
    external: ['@grpc/proto-loader'], // asked for only by a diagnosis service that is off
    outfile,
  })
  chmodSync(outfile, 0o755)
}

/** One CommonJS file for AuroraLauncher's modules directory. */
export async function buildAuroraModule(outfile: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [join(root, 'src/aurora/module.ts')],
    format: 'cjs',
    outfile,
  })
}

/** The library as one ES module, and the types of everything it exports. */
export async function buildLibrary(folder: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [join(root, 'src/index.ts')],
    format: 'esm',
    minifyWhitespace: false,
    minifySyntax: false,
    outfile: join(folder, 'index.js'),
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const tsc = join(packageFolder('typescript'), 'bin/tsc')
  const project = join(root, 'tsconfig.types.json')
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', folder], { stdio: 'inherit' })
}

function licenses(): string {
  const parts = BUNDLED.map((name) => {
    const license = readFileSync(join(packageFolder(name), 'LICENSE'), 'utf8')
    return `${name}\n\n${license.trim()}\n`
  })
  return parts.join(`\n${'-'.repeat(80)}\n\n`)
}

function packageFolder(name: string): string {
  const lookUp = createRequire(join(root, 'package.json')).resolve.paths(name) ?? []
  const folder = lookUp.map((path) => join(path, name)).find((path) => existsSync(path))
  if (!folder) throw new Error(`${name} is not installed`)
  return folder
}
