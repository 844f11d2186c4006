import { prepared, run } from './plan-store.ts'
import type { Scratch } from './staging-store.ts'

/** The ways in which players of a game server may have got their uuids. */
export const UUID_MODES = { source: 'game_uuid', premium: 'premium_uuid', offline: 'offline_uuid' }

export type UuidMode = keyof typeof UUID_MODES

/** Makes the questions below quick. */
export function prepareForWorld(scratch: Scratch): void {
  for (const column of Object.values(UUID_MODES)) {
    run(scratch, `create index if not exists entry_${column} on entry (${column})`, [])
  }
}

/** Whether a player of the site will have this uuid. */
export function isKept(scratch: Scratch, uuid: string): boolean {
  const text = `select 1 from entry where uuid = ? and state <> 'skipped'`
  return prepared(scratch, text).get(uuid) !== undefined
}

/** Whether a player of the source would have this uuid in another mode. */
export function isIn(scratch: Scratch, mode: UuidMode, uuid: string): boolean {
  const text = `select 1 from entry where ${UUID_MODES[mode]} = ? and state <> 'skipped'`
  return prepared(scratch, text).get(uuid) !== undefined
}

/** Finds whose inventory this might be: by any of their uuids, or by their name. */
export function findOwner(
  scratch: Scratch,
  uuid: string,
  nameKey: string | undefined,
): { name: string; state: string; uuid: string | null; reason: string | null } | undefined {
  const row = prepared(
    scratch,
    `select name, state, uuid,
       (select group_concat(text, '; ') from remark where remark.seq = entry.seq and kind = 'fault')
         as reason
     from entry where game_uuid = ?1 or premium_uuid = ?1 or offline_uuid = ?1 or name_key = ?2
     order by state <> 'skipped' desc limit 1`,
  ).get(uuid, nameKey ?? '')
  if (!row) return undefined
  const text = (value: unknown): string | null => (value === null ? null : String(value))
  return {
    name: String(row.name),
    state: String(row.state),
    uuid: text(row.uuid),
    reason: text(row.reason),
  }
}
