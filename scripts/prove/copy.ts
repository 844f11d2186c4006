import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './breaks.ts'
import { locateProof } from './proofs.ts'

/** A copy of the project with its own packages and links to the installed libraries. */
export type Copy = {
  folder: string
  /** Writes a file and rebuilds what depends on it. @returns a function that restores it. */
  write(path: string, text: string): Promise<() => Promise<void>>
  runTest(proof: string): Promise<Outcome>
  remove(): Promise<void>
}

/** How many tests with a name passed and failed; `ended` is false if they took too long. */
export type Outcome = { passed: number; failed: number; ended: boolean }

const LONGEST_TEST = 240_000

export async function copyProject(): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-prove-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root },
  )
  for (const file of files.toString().split('\0').filter(Boolean)) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const built of ['packages/web/dist', 'packages/launcher-module/dist']) {
    cpSync(join(root, built), join(folder, built), { recursive: true })
  }
  linkModules(folder)

  const write = async (path: string, text: string): Promise<() => Promise<void>> => {
    const before = readFileSync(join(folder, path), 'utf8')
    const put = async (content: string): Promise<void> => {
      writeFileSync(join(folder, path), content)
      const script = builds.find(([part]) => path.startsWith(part))?.[1]
      if (script)
        execFileSync(process.execPath, ['--input-type=module', '-e', script], {
          cwd: folder,
          stdio: 'ignore',
        })
    }
    await put(text)
    return () => put(before)
  }
  return {
    folder,
    write,
    runTest: (proof) => runTest(folder, proof),
    async remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** What is built from sources, and how. */
const builds = [
  ['packages/web/', `await (await import('./scripts/build-web.ts')).buildWeb()`],
  [
    'packages/launcher-module/',
    `const { buildModule, moduleDist } = await import('./scripts/build-module.ts'); await buildModule(moduleDist)`,
  ],
] as const

/** Links the project's own packages into the copy, and all others to the installed ones. */
export function linkModules(folder: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@portal'), { recursive: true })
  for (const name of readdirSync(modules).filter((name) => name !== '@portal')) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(modules, '@portal'))) {
    symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@portal', name))
  }
  symlinkSync(join(root, 'packages/web/node_modules'), join(folder, 'packages/web/node_modules'))
}

/** Runs tests with the PostgreSQL of TEST_DATABASE_URL. */
async function runTest(folder: string, proof: string): Promise<Outcome> {
  const { file, pattern } = locateProof(proof)
  const runner = spawn(
    join(folder, 'node_modules/.bin/node'),
    [
      '--test',
      '--test-reporter=tap',
      // The tests of the launcher module need no database.
      ...(file.includes('/test/')
        ? ['--test-global-setup=packages/server/test/start-postgres.ts']
        : []),
      `--test-name-pattern=/${pattern}/s`,
      file,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  )
  const killAll = (): void => void process.kill(-(runner.pid ?? 0), 'SIGKILL') // and its servers
  process.once('exit', killAll)
  let ended = true
  const timer = setTimeout(() => {
    ended = false
    killAll()
  }, LONGEST_TEST)
  let output = ''
  for await (const chunk of runner.stdout) output += chunk
  clearTimeout(timer)
  process.off('exit', killAll)
  const named = new RegExp(pattern, 's')
  // A file that cannot be loaded fails under its path, which proves nothing.
  const results = [...output.matchAll(/^(not )?ok \d+ - (.*)$/gm)]
    .map(([, not, name = '']) => ({ failed: Boolean(not), name: name.replace(/\\(.)/g, '$1') }))
    .filter(({ name }) => named.test(name))
  const failed = results.filter(({ failed }) => failed).length
  return { passed: results.length - failed, failed, ended }
}
