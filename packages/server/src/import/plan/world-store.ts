import { prepared, run } from './plan-store.ts'
import { MESSAGES, readReason } from './report-store.ts'
import type { StagingDatabase } from './staging-store.ts'

export const UUID_MODES = { source: 'game_uuid', premium: 'premium_uuid', offline: 'offline_uuid' }

export type UuidMode = keyof typeof UUID_MODES

export function prepareForWorld(staging: StagingDatabase): void {
  for (const column of Object.values(UUID_MODES)) {
    run(staging, `create index if not exists entry_${column} on entry (${column})`, [])
  }
}

export function isKept(staging: StagingDatabase, uuid: string): boolean {
  const text = `select 1 from entry where uuid = ? and state <> 'skipped'`
  return prepared(staging, text).get(uuid) !== undefined
}

/** Whether a player who is not skipped has the UUID in this mode. */
export function isIn(staging: StagingDatabase, mode: UuidMode, uuid: string): boolean {
  const text = `select 1 from entry where ${UUID_MODES[mode]} = ? and state <> 'skipped'`
  return prepared(staging, text).get(uuid) !== undefined
}

/**
 * Finds the player in the plan to whom an inventory probably belongs, by any of the player's UUIDs or by name. Prefers
 * players who are not skipped.
 */
export function findOwner(
  staging: StagingDatabase,
  uuid: string,
  nameKey: string | undefined,
): { name: string; state: string; uuid: string | null; reason: string } | undefined {
  const row = prepared(
    staging,
    `select name, state, uuid,
       (select ${MESSAGES} from remark where remark.seq = entry.seq and kind = 'fault') as messages
     from entry where game_uuid = ?1 or premium_uuid = ?1 or offline_uuid = ?1 or name_key = ?2
     order by state <> 'skipped' desc limit 1`,
  ).get(uuid, nameKey ?? '')
  if (!row) return undefined
  return {
    name: String(row.name),
    state: String(row.state),
    uuid: row.uuid === null ? null : String(row.uuid),
    reason: readReason(row.messages),
  }
}
