import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The libraries that the start needs, by the names under which they are imported. */
export const libraries: readonly string[] = [
  '@fastify/cookie',
  '@fastify/proxy-addr',
  'bowser',
  'commander',
  'fastify',
  'fresh',
  'kysely',
  'otpauth',
  'pino',
  'typebox',
  'typebox/compile',
  'typebox/value',
]

/**
 * Returns the folder into which `npm ci` joins these libraries as a few files
 * (scripts/join-libraries.ts): a thousand small ones take 26 MB and half of the start. Its name
 * depends on npm's record of what is installed and on the list, so that only the installed versions are
 * ever used, and a longer list never meets files that were joined from a shorter one.
 */
export function joinedLibraries(modules: string): string {
  const record = join(modules, '.package-lock.json')
  const installed = existsSync(record) ? readFileSync(record) : ''
  const known = createHash('sha256').update(installed).update(libraries.join())
  const mark = known.digest('hex').slice(0, 16)
  return join(modules, '.portal', mark)
}

/** Makes our own imports use the joined libraries from now on, if they exist. */
export function useJoinedLibraries(
  modules = join(import.meta.dirname, '../../../node_modules'),
): void {
  const folder = joinedLibraries(modules)
  if (!existsSync(folder)) return
  const places = new Map(
    libraries.map((name) => [name, pathToFileURL(join(folder, `${name}.mjs`)).href]),
  )
  registerHooks({
    resolve(name, context, next) {
      const url = places.get(name)
      if (!url || context.parentURL?.includes('/node_modules/')) return next(name, context)
      return { url, format: 'module', shortCircuit: true }
    },
  })
}

/** Makes Node take the file that a relative import names from now on, without a search for each of 470. */
export function findSourcesAtOnce(): void {
  registerHooks({
    resolve(name, context, next) {
      const { parentURL } = context
      if (!name.startsWith('.') || !name.endsWith('.ts') || !parentURL?.endsWith('.ts')) {
        return next(name, context)
      }
      return { url: new URL(name, parentURL).href, format: 'module-typescript', shortCircuit: true }
    },
  })
}
