import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { LICENCES_FILE, licencesOf } from './third-party/bundled.ts'

/** The oldest Node that can run the module, because `process.getBuiltinModule` was added in 20.16. */
const TARGET = 'node20.16'
const root = join(import.meta.dirname, '../../packages/launcher-module')

const NOTICE = `// portal, the launcher-side module. Licences of bundled packages: ${LICENCES_FILE}.`

/**
 * Defines `require` in CommonJS and in ES modules, because a package.json in a parent folder decides as which of them
 * Node loads the file.
 */
const SHARED_OPTIONS = 'var require = globalThis.process.getBuiltinModule;'

const common = {
  bundle: true,
  platform: 'node',
  target: TARGET,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  metafile: true,
} satisfies BuildOptions

/** The output folder of `npm ci` and `npm run build`. */
export const moduleDist = join(root, 'dist')

if (import.meta.main) await buildModule(moduleDist)

/** Builds all parts of the package: the program, the AuroraLauncher module, the library with types. */
export async function buildModule(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const contained = [
    ...(await buildProgram(join(folder, 'portal'))),
    ...(await buildAuroraModule(join(folder, 'portal.js'))),
    ...(await buildLibrary(join(folder, 'library'))),
  ]
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(folder, LICENCES_FILE), licencesOf(contained))
}

/**
 * Builds one executable file that needs only Node, for hosts that use go-plugin.
 * @returns the source files of the bundle
 */
export async function buildProgram(outfile: string): Promise<string[]> {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(root, 'src/main.ts')],
    format: 'iife',
    banner: { js: ['#!/usr/bin/env node', NOTICE, SHARED_OPTIONS].join('\n') },
    external: ['@grpc/proto-loader'], // only needed by a diagnostics service that is off
    outfile,
  })
  chmodSync(outfile, 0o755)
  return filesOf(metafile)
}

/** Builds one CommonJS file for AuroraLauncher's modules folder. @returns the source files of the bundle */
export async function buildAuroraModule(outfile: string): Promise<string[]> {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(root, 'src/aurora/module.ts')],
    format: 'cjs',
    outfile,
  })
  return filesOf(metafile)
}

/** Builds the library as one ES module, with the types of its exports. @returns the source files of the bundle */
export async function buildLibrary(folder: string): Promise<string[]> {
  const { metafile } = await build({
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
  return filesOf(metafile)
}

function filesOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).map((file) => resolve(file)),
  )
}

function packageFolder(name: string): string {
  const lookUp = createRequire(join(root, 'package.json')).resolve.paths(name) ?? []
  const folder = lookUp.map((path) => join(path, name)).find((path) => existsSync(path))
  if (!folder) throw new Error(`${name} is not installed`)
  return folder
}
