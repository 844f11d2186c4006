import { posix } from 'node:path'
import { circlesOf } from './circles.ts'
import { type Graph, graphOf, targetOf } from './graph.ts'

/**
 * The rooms of the server, from the ground up: a file imports from its own room or from those before
 * it. A folder inside a listed one belongs to it, unless it is listed itself.
 *
 * Every room has two floors. Upstairs are the use cases that change something, which are those that
 * reach one of STAIRS; downstairs is what they are made of. The order holds on each floor, and
 * nothing downstairs can know what is upstairs, so a noun keeps both in one folder: `ban/` has the
 * statements that `access` reads bans with, and the use case that asks `access` who may ban.
 *
 * Transport and the door are joined to the rest by routes and by site.ts alone: `http` knows nothing
 * that comes after it, not even a type, and no use case knows who asks it, or how.
 */
const ROOMS = [
  'errors.ts',
  'version.ts',
  'libraries.ts',
  'platform',
  'config.ts',
  'http',
  'settings',
  'audit',
  'player',
  'mail',
  'change',
  'session',
  'ban',
  'access',
  'player/balance',
  'texture',
  'profile',
  'password',
  'two-factor',
  'auth',
  'registration',
  'player/edit',
  'player/card',
  'player/list',
  'audit/list-audit.ts',
  'setup',
  'news',
  'api-key',
  'launcher',
  'overview',
  'doctor',
  'backup',
  'door',
  'app.ts',
  'site.ts',
  'chores.ts',
  'cli',
  'main.ts',
]

/** What a change is made with: whoever imports one of these, or somebody who does, is upstairs. */
const STAIRS = ['change/change.ts', 'access/lock-editable.ts']

/**
 * What is wrong with the sources of the server, a sentence each.
 *
 * @param texts by path below `packages/server/src`.
 */
export function layerOffences(texts: ReadonlyMap<string, string>): string[] {
  const graph = graphOf(texts)
  const upstairs = findUpstairs(graph)
  const offences = circlesOf(graph)
  for (const [file, source] of graph) {
    if (!roomOf(file))
      offences.push(`${file}: its folder is not in the list of scripts/rules/layers.ts`)
    for (const { specifier, typeOnly } of source.imports) {
      const target = targetOf(file, specifier)
      const why = objection({ file, target, typeOnly }, upstairs)
      if (why) offences.push(`${file} -> ${target}: ${why}`)
    }
    if (source.takesTimeOrChance && !file.startsWith('platform/')) {
      offences.push(`${file}: takes time or chance from the air; use app.clock or app.random`)
    }
    if (source.writesSql && !mayWriteSql(file)) offences.push(`${file}: SQL outside a store`)
  }
  return offences
}

type Edge = { file: string; target: string; typeOnly: boolean }

function objection(edge: Edge, upstairs: ReadonlySet<string>): string | undefined {
  const { file, target, typeOnly } = edge
  const [from, to] = [placeOf(file), placeOf(target)]
  const isRoute = file.endsWith('-routes.ts')
  const meetsCallers = isRoute || ['http', 'door'].includes(roomOf(file) ?? '')
  if (/^npm:(@fastify\/|fastify$)/.test(target) && !meetsCallers) {
    return 'only http, door and routes know Fastify'
  }
  if (target.startsWith('npm:')) return undefined
  if (target.endsWith('-routes.ts') && file !== 'site.ts') return 'nothing builds on a route'
  if (/^(http|door)\//.test(target) && !meetsCallers && file !== 'site.ts') {
    return 'only routes and site.ts know http and door'
  }
  if (file.startsWith('http/') && from < to) return 'http knows no feature, nor a type of one'
  if (target === 'app.ts' && typeOnly) return undefined // a use case names the part of App it needs
  if (upstairs.has(file) && !upstairs.has(target)) return undefined
  return from < to ? `${roomOf(target)} is above ${roomOf(file)}` : undefined
}

/** Routes are above all features: they may join any of them. */
function placeOf(file: string): number {
  return ROOMS.indexOf(file.endsWith('-routes.ts') ? 'app.ts' : (roomOf(file) ?? ''))
}

/** The longest entry of the list that a file is in, or is. */
function roomOf(file: string): string | undefined {
  for (let path = file; path !== '.'; path = posix.dirname(path)) {
    if (ROOMS.includes(path)) return path
  }
  return undefined
}

function findUpstairs(graph: Graph): Set<string> {
  const upstairs = new Set<string>()
  const climb = (target: string): void => {
    for (const [file, { imports }] of graph) {
      if (upstairs.has(file) || STAIRS.includes(file)) continue
      if (!imports.some(({ specifier }) => targetOf(file, specifier) === target)) continue
      upstairs.add(file)
      climb(file)
    }
  }
  for (const stair of STAIRS) climb(stair)
  return upstairs
}

function mayWriteSql(file: string): boolean {
  return (
    file.endsWith('-store.ts') ||
    file.startsWith('platform/database/migrations/') ||
    file === 'platform/database/database.ts'
  )
}
