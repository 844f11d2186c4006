import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildProgram } from '../../../scripts/build-module.ts'

/** The Node that `#!/usr/bin/env node` finds; MODULE_NODE names the folder of another one. */
const NODE_FOLDER = process.env.MODULE_NODE ?? dirname(process.execPath)

const leftovers: (() => void)[] = []
process.once('exit', () => {
  for (const remove of leftovers) remove()
})

let built: Promise<string> | undefined

/** The program, built anew from the sources once in each test process. */
export function program(): Promise<string> {
  built ??= buildInto(newFolder().path)
  return built
}

/** An empty folder; what is left of it goes with the process. */
export function newFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'module-test-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  leftovers.push(remove)
  return { path, remove }
}

/** A file of its own, as it is put into a modules directory. */
export async function installProgram(folder: string, name = 'portal'): Promise<string> {
  const file = join(folder, name)
  copyFileSync(await program(), file)
  return file
}

/** The little that a program has of its environment: a way to Node, a language, a temp dir. */
export function bareEnvironment(temp: string, lang: string): Record<string, string> {
  return { PATH: `${NODE_FOLDER}:/usr/bin:/bin`, LANG: lang, TMPDIR: temp }
}

async function buildInto(folder: string): Promise<string> {
  const file = join(folder, 'portal')
  await buildProgram(file)
  return file
}
