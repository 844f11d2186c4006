import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the start needs of node_modules, by the names it is imported by. */
export const libraries: readonly string[] = [
  '@fastify/cookie',
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
 * Where `npm ci` joins these libraries into a few files (scripts/join-libraries.ts): a thousand small
 * ones cost 26 MB and half of the start. The folder is named after npm's record of what is installed,
 * so that no other version of a library is ever taken for the one that is.
 */
export function joinedLibraries(modules: string): string {
  const record = join(modules, '.package-lock.json')
  const installed = existsSync(record) ? readFileSync(record) : ''
  const mark = createHash('sha256').update(installed).digest('hex').slice(0, 16)
  return join(modules, '.portal', mark)
}

/** From now on our own files get the joined libraries; where there are none, the plain ones. */
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
