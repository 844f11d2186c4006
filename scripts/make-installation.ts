import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { joinLibraries } from './join-libraries.ts'

const root = join(import.meta.dirname, '..')

/** What of the tree the running site reads; tests and development stay behind. */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'packages/contract/src',
  'packages/server/bin',
  'packages/server/src',
  'packages/web/dist',
  'packages/launcher-module/dist',
  'deploy/portal.service',
]

/** What libraries bring for those who write programs: a third of their size, read by nobody here. */
const UNREAD = 'node_modules/**/*.{map,d.ts,d.mts,d.cts}'

/**
 * Makes a folder the site runs from, `node packages/server/bin/portal.js serve`, out of a tree where
 * `npm ci` ran. It may be for a machine of another kind, named whole:
 * `--os linux --cpu arm64 --libc musl` are npm's words, and it heeds no `libc` without `os`.
 * @throws Error when the folder holds something, or the tree is not built.
 */
export async function makeInstallation(
  folder: string,
  machine: readonly string[] = [],
): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true })
  for (const part of [...PARTS, ...globSync('packages/*/package.json', { cwd: root })]) {
    const filter = (file: string) => !file.endsWith('.test.ts')
    cpSync(join(root, part), join(folder, part), { recursive: true, filter })
  }
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', ...machine]
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of globSync(UNREAD, { cwd: folder })) rmSync(join(folder, file))
  await joinLibraries(join(folder, 'node_modules'))
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
