import { posix } from 'node:path'
import { circlesOf } from './cycles.ts'
import { type Graph, graphOf, targetOf } from './graph.ts'

/**
 * The rooms of the server, from the ground up. A file may import from its own room and from those before
 * it. A subfolder belongs to the listed folder that contains it, unless it is listed itself.
 *
 * Every room has two floors. Upstairs are the use cases that change something, which import one of STAIRS
 * directly or through others; downstairs is everything else. The order holds on each floor, and nothing
 * downstairs may import from upstairs. So a noun can keep both floors in one folder: `ban/` has the
 * statements with which `access` reads bans, and the use case that asks `access` who may ban.
 *
 * Only routes and site.ts connect `http` and `door` with the rest: `http` imports nothing that comes after
 * it, not even a type, and no use case knows who calls it, or how.
 */
const ROOMS = [
  'errors.ts',
  'package-folder.ts',
  'version.ts',
  'platform',
  'config-values.ts',
  'config.ts',
  'http',
  'picture',
  'game-server',
  'settings',
  'audit',
  'player',
  'mail',
  'change',
  'consent',
  'session',
  'ban',
  'access',
  'mail/server',
  'settings/require-changeable.ts',
  'settings/change-setting.ts',
  'settings/change-site-settings.ts',
  'registration/send-activation-code.ts',
  'player/balance',
  'texture',
  'profile',
  'password',
  'two-factor',
  'passkey',
  'identity',
  'auth',
  'registration',
  'player/edit',
  'player/rename',
  'player/deletion',
  'player/card',
  'player/list',
  'audit/audit-names.ts',
  'audit/list-audit.ts',
  'setup',
  'news',
  'page',
  'home',
  'api-key',
  'launcher',
  'yggdrasil',
  'dialect',
  'import',
  'overview',
  'doctor',
  'probe',
  'backup',
  'export',
  'door',
  'app.ts',
  'site.ts',
  'chores.ts',
  'cli',
  'main.ts',
]

/** A file that imports one of these, directly or through others, is upstairs. */
const STAIRS = ['change/change.ts', 'access/lock-editable.ts']

/**
 * Lists what is wrong with the sources of the server, a sentence each.
 *
 * @param texts by path below `packages/server/src`.
 */
export function layerOffences(texts: ReadonlyMap<string, string>): string[] {
  const graph = graphOf(texts)
  const upstairs = findUpstairs(graph)
  const offences = circlesOf(graph)
  for (const [file, source] of graph) {
    if (!roomOf(file))
      offences.push(`${file}: its folder is not in the list of scripts/check/layers.ts`)
    for (const { specifier, typeOnly } of source.imports) {
      const target = targetOf(file, specifier)
      const why = objection({ file, target, typeOnly }, upstairs)
      if (why) offences.push(`${file} -> ${target}: ${why}`)
    }
    if (source.takesTimeOrChance && !file.startsWith('platform/')) {
      offences.push(`${file}: takes time or chance from the air; use app.clock or app.random`)
    }
    if (source.writesSql && !mayWriteSql(file)) offences.push(`${file}: SQL outside a store`)
    if (source.changesByHand && !mayChangeByHand(file)) {
      offences.push(`${file}: changes by hand what change/change.ts does`)
    }
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

/** Routes are above all features and may import any of them. */
function placeOf(file: string): number {
  return ROOMS.indexOf(file.endsWith('-routes.ts') ? 'app.ts' : (roomOf(file) ?? ''))
}

/** The longest entry of the list that contains a file, or is that file. */
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

/** What `change` is made of, and what changes the database as a whole. */
function mayChangeByHand(file: string): boolean {
  return /^(change|audit|platform|backup)\//.test(file) || file === 'mail/outbox.ts'
}

function mayWriteSql(file: string): boolean {
  return (
    file.endsWith('-store.ts') ||
    file.startsWith('platform/database/migrations/') ||
    file === 'platform/database/database.ts'
  )
}
