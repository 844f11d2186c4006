import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Plain JavaScript, like portal.js.

/**
 * The folder with the server as a few files, which `npm ci` makes (scripts/join-server.ts).
 *
 * @param {string} root the folder of the project
 */
export function joinedServer(root) {
  return join(root, 'node_modules/.portal/server')
}

/**
 * Returns the address of the first of these files, or undefined if there are none or if a source or an installed
 * library has changed since they were made.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function freshJoinedServer(root) {
  const folder = joinedServer(root)
  const record = join(folder, 'made-from.json')
  if (!existsSync(record)) return undefined
  const madeFrom = JSON.parse(readFileSync(record, 'utf8'))
  const isFresh =
    placesOf(root, madeFrom.sources) === madeFrom.places ||
    markOf(root, madeFrom.sources) === madeFrom.mark
  return isFresh ? pathToFileURL(join(folder, 'main.mjs')).href : undefined
}

/** npm's record of what is installed counts as a source, too. */
const INSTALLED = 'node_modules/.package-lock.json'

/**
 * Tells where these files lie and when each was last changed. A file cannot change and keep all of that: the
 * system alone sets the time of the change (`ctime`). Copies have other times; then contents are compared.
 *
 * @param {string} root
 * @param {readonly string[]} sources paths in the folder of the project
 */
export function placesOf(root, sources) {
  const places = [INSTALLED, ...sources].map((file) => {
    const { ino, size, ctimeMs } = statSync(`${root}/${file}`, { throwIfNoEntry: false }) ?? {}
    return `${ino} ${size} ${ctimeMs}`
  })
  return places.join('\n')
}

/**
 * Returns a hash of these sources and of npm's record of what is installed.
 *
 * @param {string} root
 * @param {readonly string[]} sources paths in the folder of the project
 */
export function markOf(root, sources) {
  const hash = createHash('sha256')
  for (const file of [INSTALLED, ...sources]) {
    const content = contentOf(join(root, file))
    hash.update(`${file} ${content?.length}\n`).update(content ?? '')
  }
  return hash.digest('hex')
}

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined // it was deleted, and so it has changed
  }
}
