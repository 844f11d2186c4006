import type { Actor } from '../audit/actor.ts'
import type { Db } from '../database/database.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import type { EffectivePermissions, TimedNodeSource } from './effective/effective.ts'
import { findPermissionForecast } from './effective/find-effective-permissions.ts'
import type { PermissionForecast } from './effective/permission-forecast.ts'
import { parseStoredNodes } from './parse-nodes.ts'

const commandLinePermissions: EffectivePermissions = {
  superuser: true,
  roles: [],
  ranks: [],
  ban: undefined,
  restrictions: [],
  tiers: [],
}

/**
 * Whether the actor is an API key or a shop. Such programs count as having every permission outside the panel, and none
 * of the panel. So they can neither give panel permissions nor take anything from players who have some.
 */
export function isProgram(actor: string): boolean {
  return /^(api-key|purchase):/.test(actor)
}

const outsidePanel: TimedNodeSource = {
  name: 'program',
  nodes: parseStoredNodes(['*', '-panel.*']),
  startsAt: null,
  endsAt: null,
}

const programPermissions: EffectivePermissions = {
  superuser: false,
  roles: [],
  ranks: [],
  ban: undefined,
  restrictions: [],
  tiers: [[outsidePanel]],
}

/**
 * Finds the permissions of an editor.
 * @throws Refusal `auth.unauthorized` if the player no longer exists
 */
export async function findEditor(db: Db, editor: Actor, now: number): Promise<PermissionForecast> {
  if (editor.actor === 'command')
    return { now, permissions: commandLinePermissions, withScheduled: commandLinePermissions }
  if (isProgram(editor.actor))
    return { now, permissions: programPermissions, withScheduled: programPermissions }
  return findPermissionForecast(db, await requireOwnPlayer(db, editor.actor), now)
}
