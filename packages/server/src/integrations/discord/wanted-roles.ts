import type { Db } from '../../database/database.ts'
import {
  listPermissionRowsWithScheduled,
  type PermissionRow,
} from '../../permissions/effective/effective-store.ts'
import type { Mapping } from './discord.ts'

/** The Discord roles that an account should have, and when they change without an event; null: they do not. */
export type WantedRoles = { roles: Set<string>; changesAt: number | null }

/**
 * Returns the Discord roles that an account should have.
 * @param playerIds the players who have linked the account; empty if it was unlinked or the player was deleted
 */
export async function findWantedRoles(
  db: Db,
  { playerIds, mappings, now }: { playerIds: readonly string[]; mappings: Mapping[]; now: number },
): Promise<WantedRoles> {
  const roles = new Set<string>()
  let changesAt: number | null = null
  for (const playerId of playerIds) {
    const rows = await listPermissionRowsWithScheduled(db, playerId, now)
    for (const role of rolesOf(rows, mappings, now)) roles.add(role)
    for (const at of rows.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])) {
      if (at && at > now) changesAt = Math.min(at, changesAt ?? at)
    }
  }
  return { roles, changesAt }
}

function rolesOf(rows: readonly PermissionRow[], mappings: Mapping[], now: number): string[] {
  if (rows.some(({ kind }) => kind === 'ban')) return []
  const held = new Set(
    rows
      .filter(({ startsAt }) => (startsAt ?? now) <= now)
      .flatMap(({ kind, id }) => {
        if (kind === 'system') return id === 'default' ? ['role:default'] : []
        return kind === 'role' || kind === 'group' ? [`${kind}:${id}`] : []
      }),
  )
  return mappings
    .filter(({ kind, id }) => held.has(`${kind}:${id}`))
    .map(({ discordRole }) => discordRole)
}
