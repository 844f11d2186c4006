import type { Audit } from '../../audit/audit.ts'
import type { Db } from '../../database/database.ts'
import { listUsernames } from '../../players/player-store.ts'
import { listTargetNames, type TargetKind } from './target-name-store.ts'

export type AuditNames = {
  actor(audit: Audit): string | null
  target(audit: Audit): string | null
  values(audit: Audit): { id: string; name: string }[]
}

const KEY = 'api-key:'
const KINDS: readonly TargetKind[] = [
  'role',
  'group',
  'api-key',
  'identity-provider',
  'news',
  'mail',
]

export async function readAuditNames(db: Db, audits: readonly Audit[]): Promise<AuditNames> {
  const players = await listUsernames(
    db,
    audits.flatMap(({ actor, target }) => [actor, target]),
  )
  const things = new Map<TargetKind, Map<string, string>>()
  for (const kind of KINDS) {
    const ids = new Set(audits.flatMap((audit) => idsOf(kind, audit)))
    things.set(kind, await listTargetNames(db, kind, [...ids]))
  }
  const nameOf = (kind: TargetKind, id: string) => things.get(kind)?.get(id)

  return {
    actor({ actor }) {
      if (!actor?.startsWith(KEY)) return players.get(actor ?? '') ?? null
      return nameOf('api-key', actor.slice(KEY.length)) ?? null
    },
    target(audit) {
      const kind = kindOf(audit)
      if (!kind || audit.target === null) return players.get(audit.target ?? '') ?? null
      return nameOf(kind, audit.target) ?? tracedName(audit)
    },
    values: (audit) =>
      (['role', 'group'] as const).flatMap((kind) =>
        valuesOf(kind, audit).flatMap((id) => {
          const name = nameOf(kind, id)
          return name === undefined ? [] : [{ id, name }]
        }),
      ),
  }
}

/** Returns which kind of thing the target of an entry is; undefined for a player, and for a target without a name. */
function kindOf({ action }: Audit): TargetKind | undefined {
  return KINDS.find((kind) => action.startsWith(`${kind}.`))
}

function idsOf(kind: TargetKind, audit: Audit): string[] {
  const ids = valuesOf(kind, audit)
  if (kindOf(audit) === kind && audit.target !== null) ids.push(audit.target)
  if (kind === 'api-key' && audit.actor?.startsWith(KEY)) ids.push(audit.actor.slice(KEY.length))
  return ids
}

function valuesOf(kind: TargetKind, { action, before, after }: Audit): string[] {
  const values = [parsed(before), parsed(after)]
  if (kind === 'role' && action === 'player.roles') return values.flat().filter(isText)
  if (kind === 'group' && action.startsWith('grant.')) {
    return values.map((value) => fieldOf(value, 'group')).filter(isText)
  }
  if (action === 'discord.changed') {
    return values.flatMap((value) => mappedSets(kind, fieldOf(value, 'mappings')))
  }
  return []
}

/** Returns the ids of the roles or ranks in mappings such as `group:vip:81384788765712384`. */
function mappedSets(kind: TargetKind, mappings: unknown): string[] {
  if (!Array.isArray(mappings)) return []
  const parts = mappings.filter(isText).map((mapping) => mapping.split(':'))
  return parts.flatMap(([of, id = '']) => (of === kind ? [id] : []))
}

function tracedName({ before, after }: Audit): string | null {
  for (const value of [parsed(after), parsed(before)]) {
    const name = fieldOf(value, 'name') ?? fieldOf(value, 'title')
    if (isText(name)) return name
  }
  return null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
