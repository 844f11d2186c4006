import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAllowed } from './licences.ts'

/** The file next to a bundle with the licences of its packages. */
export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt'

const RULE = '='.repeat(80)

/**
 * Collects the licence texts of the packages in a bundle. Stops the build rather than distribute code against its
 * terms.
 * @param files all files of the bundle; those outside node_modules are our own.
 * @throws Error for a licence that is not allowed, or a package without a licence text.
 */
export function licencesOf(files: Iterable<string>): string {
  const folders = new Set([...files].flatMap((file) => folderOf(file) ?? []))
  const parts = [...folders].map(read).sort((a, b) => (a.title < b.title ? -1 : 1))
  const refused = parts.filter(({ name, licence }) => !isAllowed({ name, licence, isDev: false }))
  if (refused.length > 0) {
    throw new Error(`not allowed in a bundle: ${refused.map(({ title }) => title).join(', ')}`)
  }
  const texts = new Map(parts.map(({ title, text }) => [title, text]))
  return [...texts].map(([title, text]) => `${RULE}\n${title}\n${RULE}\n\n${text}\n`).join('\n')
}

/** Returns the names and versions (`vue@3.5.45`) of the packages in a text that `licencesOf` made. */
export function bundledIn(licences: string): string[] {
  const titles = licences.matchAll(/^={80}\n(\S+) (\S+) \(.*\)\n={80}$/gm)
  return [...titles].map(([, name, version]) => `${name}@${version}`)
}

/**
 * Returns the folder of the package of a file: `/x/node_modules/a/node_modules/@b/c` for
 * `/x/node_modules/a/node_modules/@b/c/index.js?q`. Undefined for our own files.
 */
function folderOf(file: string): string | undefined {
  const found = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)
  return found?.[1]
}

type Part = { name: string; licence: string | undefined; title: string; text: string }

function read(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  if (files.length === 0) throw new Error(`${name} ${version} contains no licence text`)
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return {
    name,
    licence: license,
    title: `${name} ${version} (${license})`,
    text: texts.join('\n\n'),
  }
}
