import { circlesOf } from './cycles.ts'
import { graphOf, targetOf } from './graph.ts'

/**
 * The areas of the server, lowest first. A file imports only from its own area and from areas earlier in
 * this list. A file directly under `src` is an area of its own.
 */
export const AREAS: readonly string[] = [
  'platform',
  'database',
  'security',
  'players',
  'settings',
  'mail',
  'audit',
  'http',
  'permissions',
  'sessions',
  'profiles',
  'credentials',
  'sign-in',
  'account',
  'content',
  'integrations',
  'admin',
  'import',
  'operations',
  'guard',
  'app.ts',
  'server.ts',
  'jobs.ts',
  'cli',
  'main.ts',
]

/** Files that handle HTTP: only they import `http` and Fastify. */
const HTTP_FILE = /^(http|guard)\/|^(app|server)\.ts$|-(routes?|cookies?|reply)\.ts$/
const HTTP_TARGET = /^(http\/|npm:fastify$|npm:@fastify\/)/
const SQL_FILE = /-store\.ts$|^database\/(migrations\/|database\.ts$)/
const CLOCK_AREAS = ['platform', 'database']
/** Files that implement `change`, and those that replace the whole database. */
const CHANGE_FILE = /^(audit|database|security)\/|^operations\/backup\/|^mail\/outbox\.ts$/

/**
 * Lists violations of the rules for the server's sources, a sentence each.
 *
 * @param texts by path below `packages/server/src`.
 */
export function layerOffences(texts: ReadonlyMap<string, string>): string[] {
  const graph = graphOf(texts)
  const offences = circlesOf(graph)
  for (const [file, source] of graph) {
    const say = (what: string): number => offences.push(`${file}: ${what}`)
    if (rankOf(file) < 0) say('its area is not in the list of scripts/check/layers.ts')
    for (const { specifier, typeOnly } of source.imports) {
      const target = targetOf(file, specifier)
      if (HTTP_TARGET.test(target) && !HTTP_FILE.test(file))
        say(`imports ${target}: not an HTTP file`)
      if (target.startsWith('npm:')) continue
      if (target === 'app.ts' && typeOnly) continue // a use case names the part of App that it needs
      if (rankOf(target) > rankOf(file)) say(`imports ${target}: a later area`)
    }
    if (source.takesTimeOrChance && !CLOCK_AREAS.includes(areaOf(file))) {
      say('reads the clock or random bytes; use app.clock or app.random')
    }
    if (source.writesSql && !SQL_FILE.test(file)) say('SQL outside a store')
    if (source.changesByHand && !CHANGE_FILE.test(file))
      say('does by hand what audit/change.ts does')
  }
  return offences
}

function areaOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function rankOf(file: string): number {
  return AREAS.indexOf(areaOf(file))
}
