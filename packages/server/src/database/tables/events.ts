import type { Generated } from 'kysely'
import { column, type Row } from './column.ts'
import {
  actorColumn,
  asStored,
  INTERNAL,
  IS_PLAYER,
  instant,
  OTHER_PERSON,
} from './export-rules.ts'

export type EventTable = Row<typeof EventTable>
export const EventTable = {
  /** The order of the inserts, which may differ from the order of the commits. */
  seq: column<Generated<number>>(INTERNAL),
  /** The number by which readers resume; null until `numberEvents` has run after the commit. */
  number: column<number | null>(INTERNAL),
  id: column<string>(INTERNAL),
  type: column<string>(asStored('what')),
  at: column<number>(instant('at')),
  player_id: column<string | null>(IS_PLAYER),
  /** The player's name when the event happened; null for a deleted player. */
  username: column<string | null>(asStored('username')),
  actor_kind: column<string>(asStored('byKind')),
  actor_id: column<string | null>(actorColumn('by')),
  actor_name: column<string | null>(OTHER_PERSON),
  /** The event's data other than player and actor, as JSON. */
  data: column<string>(asStored('data')),
}

export type EventConsumerTable = {
  name: string
  created_at: number
  /** When the reader is deleted unless it is renewed; null: never. */
  expires_at: number | null
}

/** The progress of a task: the number of an event, or an instant. */
export type EventProgressTable = {
  name: string
  position: number
}
