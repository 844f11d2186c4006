import { cyclesOf } from './cycles.ts'
import { graphOf, targetOf } from './graph.ts'

/**
 * The areas of the server, lowest first. A file may import only from its own area and earlier ones in this list. A
 * file directly under `src` is an area of its own.
 */
export const AREAS: readonly string[] = [
  'platform',
  'database',
  'security',
  'players',
  'settings',
  'mail',
  'events',
  'audit',
  'http',
  'permissions',
  'sessions',
  'profiles',
  'credentials',
  'sign-in',
  'account',
  'purchases',
  'content',
  'integrations',
  'openid',
  'webhooks',
  'admin',
  'game-servers',
  'import',
  'operations',
  'guard',
  'app.ts',
  'server.ts',
  'jobs.ts',
  'cli',
  'main.ts',
]

/** Files that handle HTTP: only they may import `http` and Fastify. */
const HTTP_FILE = /^(http|guard)\/|^(app|server)\.ts$|-(routes?|cookies?|reply)\.ts$/
const HTTP_TARGET = /^(http\/|npm:fastify$|npm:@fastify\/)/
const SQL_FILE = /-store\.ts$|^database\/(migrations\/|database\.ts$)/
const CLOCK_AREAS = ['platform', 'database']
/** Files that may write without `change`, because they implement it, replace the whole database, or forward events. */
const CHANGE_FILE =
  /^(audit|database|security|events)\/|^operations\/backup\/|^mail\/outbox\.ts$|^webhooks\/delivery-store\.ts$|^integrations\/discord\/mark-members\.ts$/

/**
 * Lists violations of the rules for the server's sources, one sentence each.
 * @param texts by path below `packages/server/src`.
 */
export function layerViolations(texts: ReadonlyMap<string, string>): string[] {
  const graph = graphOf(texts)
  const violations = cyclesOf(graph)
  for (const [file, source] of graph) {
    const say = (what: string): number => violations.push(`${file}: ${what}`)
    if (rankOf(file) < 0) say('its area is not in the list of scripts/check/layers.ts')
    for (const { specifier, typeOnly } of source.imports) {
      const target = targetOf(file, specifier)
      if (HTTP_TARGET.test(target) && !HTTP_FILE.test(file))
        say(`imports ${target}: not an HTTP file`)
      if (target.startsWith('npm:')) continue
      if (target === 'app.ts' && typeOnly) continue // a use case names the part of App that it needs
      if (rankOf(target) > rankOf(file)) say(`imports ${target}: a later area`)
    }
    if (source.usesClockOrRandom && !CLOCK_AREAS.includes(areaOf(file))) {
      say('reads the clock or random bytes; use app.clock or app.random')
    }
    if (source.writesSql && !SQL_FILE.test(file)) say('SQL outside a store')
    if (source.callsChangeStore && !CHANGE_FILE.test(file))
      say('does by hand what audit/change.ts does')
  }
  return violations
}

function areaOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function rankOf(file: string): number {
  return AREAS.indexOf(areaOf(file))
}
