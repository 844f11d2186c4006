import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
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
import { locateTest, root } from './mutations.ts'

/** How many tests with a name passed and failed; `ended` is false if they took too long. */
export type Outcome = { passed: number; failed: number; ended: boolean }

const TEST_TIMEOUT = 240_000
const BUILT = ['packages/web/dist', 'packages/launcher-module/dist', 'packages/server/dist']

/** A copy of the project in a temporary folder, with links to the installed libraries. */
export class ProjectCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'portal-mutation-'))
  readonly #remove = (): void => rmSync(this.#folder, { recursive: true, force: true })

  constructor() {
    process.once('exit', this.#remove)
    const files = execFileSync(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      { cwd: root },
    )
    for (const file of files.toString().split('\0').filter(Boolean)) this.#copy(file)
    for (const folder of BUILT.filter((path) => existsSync(join(root, path)))) this.#copy(folder)
    linkModules(this.#folder)
  }

  /** Replaces the text of a file. @returns a function that restores the file */
  write(path: string, text: string): () => void {
    const target = join(this.#folder, path)
    const before = readFileSync(target, 'utf8')
    writeFileSync(target, text)
    return () => writeFileSync(target, before)
  }

  /** Runs one test, with the PostgreSQL server of TEST_DATABASE_URL. */
  async runTest(test: string): Promise<Outcome> {
    const located = locateTest(test)
    if (!located) throw new Error(`no such test: ${test}`)
    const runner = spawn(
      join(this.#folder, 'node_modules/.bin/node'),
      [
        '--test',
        '--test-reporter=tap',
        '--test-global-setup=packages/server/test/support/start-postgres.ts',
        `--test-name-pattern=/${located.pattern}/s`,
        located.file,
      ],
      { cwd: this.#folder, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
    )
    const killAll = (): void => void process.kill(-(runner.pid ?? 0), 'SIGKILL') // the servers too
    process.once('exit', killAll)
    let ended = true
    const timer = setTimeout(() => {
      ended = false
      killAll()
    }, TEST_TIMEOUT)
    let output = ''
    for await (const chunk of runner.stdout) output += chunk
    clearTimeout(timer)
    process.off('exit', killAll)
    return { ...countResults(output, new RegExp(located.pattern, 's')), ended }
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#remove)
    this.#remove()
  }

  #copy(path: string): void {
    cpSync(join(root, path), join(this.#folder, path), { recursive: true, force: true })
  }
}

/** Counts results by test name. A file that cannot be loaded fails under its path and does not count. */
function countResults(output: string, name: RegExp): { passed: number; failed: number } {
  const results = [...output.matchAll(/^(not )?ok \d+ - (.*)$/gm)]
    .map(([, not, title = '']) => ({ failed: Boolean(not), title: title.replace(/\\(.)/g, '$1') }))
    .filter(({ title }) => name.test(title))
  const failed = results.filter((result) => result.failed).length
  return { passed: results.length - failed, failed }
}

/** Links the project's own packages into a copy, and all other packages to the installed ones. */
export function linkModules(folder: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@portal'), { recursive: true })
  for (const name of readdirSync(modules).filter((name) => name !== '@portal')) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(modules, '@portal')).filter((name) => name !== 'lab')) {
    symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@portal', name))
  }
  symlinkSync(join(root, 'packages/web/node_modules'), join(folder, 'packages/web/node_modules'))
}
