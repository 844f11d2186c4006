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

/** Makes an empty folder, which is deleted at the latest when the process ends. */
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

/** Makes a minimal environment: a PATH with Node, a language and a folder for temporary files. */
export function bareEnvironment(temp: string, lang: string): Record<string, string> {
  return { PATH: `${NODE_FOLDER}:/usr/bin:/bin`, LANG: lang, TMPDIR: temp }
}

async function buildInto(folder: string): Promise<string> {
  const file = join(folder, 'portal')
  await buildProgram(file)
  return file
}
