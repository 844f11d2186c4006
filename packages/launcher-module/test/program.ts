import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildProgram } from '../../../scripts/build/module.ts'

/** The folder of the Node that `#!/usr/bin/env node` finds; MODULE_NODE names another one. */
const NODE_FOLDER = process.env.MODULE_NODE ?? dirname(process.execPath)

const leftovers: (() => void)[] = []
process.once('exit', () => {
  for (const remove of leftovers) remove()
})

let built: Promise<string> | undefined

/** The program, built once per test process. */
export function program(): Promise<string> {
  built ??= buildInto(newFolder().path)
  return built
}

/** An empty folder that is deleted with the process at the latest. */
export function newFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'module-test-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  leftovers.push(remove)
  return { path, remove }
}

/** Installs a copy of the program, as in a modules directory. */
export async function installProgram(folder: string, name = 'portal'): Promise<string> {
  const file = join(folder, name)
  copyFileSync(await program(), file)
  return file
}

/** A minimal environment: a way to Node, a language, a temp dir. */
export function bareEnvironment(temp: string, lang: string): Record<string, string> {
  return { PATH: `${NODE_FOLDER}:/usr/bin:/bin`, LANG: lang, TMPDIR: temp }
}

async function buildInto(folder: string): Promise<string> {
  const file = join(folder, 'portal')
  await buildProgram(file)
  return file
}
