import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildServerIfOutdated } from './build/server.ts'

const root = join(import.meta.dirname, '..')

/**
 * The parts of the tree that a running site needs, without tests and development files. `with-node` exists only if
 * the launcher module with Node was built or added.
 */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'packages/server/bin',
  'packages/server/dist',
  'packages/web/dist',
  'packages/launcher-module/dist',
  'packages/launcher-module/with-node',
  'deploy/portal.service',
]

/** Files of libraries for developers: a third of their size, and not needed here. */
const EXCLUDED = 'node_modules/**/*.{map,d.ts,d.mts,d.cts}'

/**
 * Creates a folder from which the site runs (`node packages/server/bin/portal.js serve`), from a tree after `npm ci`.
 * It can be for another kind of machine: pass npm's options together, as in `--os linux --cpu arm64 --libc musl`,
 * because npm ignores `--libc` without `--os`.
 * @throws Error if the folder is not empty or the tree is not built.
 */
export async function makeInstallation(
  folder: string,
  machine: readonly string[] = [],
): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true })
  const parts = [
    ...PARTS,
    ...globSync(['packages/*/package.json', 'lab/package.json'], { cwd: root }),
  ]
  await buildServerIfOutdated()
  for (const part of parts.filter(
    (one) => !one.endsWith('with-node') || existsSync(join(root, one)),
  )) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', ...machine]
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of globSync(EXCLUDED, { cwd: folder })) rmSync(join(folder, file))
}

if (import.meta.main) {
  const options = {
    os: { type: 'string' },
    cpu: { type: 'string' },
    libc: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [folder] = positionals
  if (!folder) throw new Error('usage: make-installation.ts <folder> [--os O --cpu C --libc L]')
  const machine = Object.entries(values).map(([name, value]) => `--${name}=${value}`)
  await makeInstallation(resolve(folder), machine)
}
