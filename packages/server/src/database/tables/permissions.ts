import { column, type Row } from './column.ts'
import {
  actorColumn,
  asStored,
  DUPLICATE,
  INTERNAL,
  IS_PLAYER,
  instant,
  OTHER_PERSON,
  SECRET,
  SITE_CONTENT,
} from './export-rules.ts'

export type BundleTable = {
  id: string
  /** `role` for a role, `group` for a donor rank. */
  kind: string
  name: string
  /** The priority of a role: the role with the highest number decides first. 0 for ranks. */
  priority: number
  /** The nodes of the role or rank in their stored form (see contract/src/permissions/node.ts), as JSON. */
  permissions: string
  /** The color of a rank, as `#rrggbb` in lower case. Null for roles, and for ranks in the accent color of the site. */
  color: string | null
  /** The icon of a rank (contract/src/permissions/rank-icons.ts). */
  icon: string | null
  /**
   * The place of a rank in lists, from 1. Null for roles, and for ranks that were never ordered, which are listed last.
   */
  position: number | null
  created_at: number
}

/** A grant of a rank (`group_id`) or of a single node (`node`); exactly one of these columns is set. */
export type DonateGrantTable = Row<typeof DonateGrantTable>
export const DonateGrantTable = {
  id: column<string>(INTERNAL),
  player_id: column<string>(IS_PLAYER),
  /** The ID of the rank. The ID remains after a deletion of the rank, which ends the grant. */
  group_id: column<string | null>(asStored('group')),
  node: column<string | null>(asStored('permission')),
  starts_at: column<number>(instant('startsAt')),
  ends_at: column<number | null>(instant('endsAt')),
  created_at: column<number>(instant('givenAt')),
  author: column<string>(actorColumn('givenBy')),
  taken_at: column<number | null>(instant('takenAt')),
}

export type ApiKeyTable = Row<typeof ApiKeyTable>
export const ApiKeyTable = {
  id: column<string>(INTERNAL),
  hash: column<string>(SECRET),
  name: column<string>(asStored('name')),
  name_key: column<string>(DUPLICATE),
  /** The permissions of the key, as JSON: exact permissions of the namespace `kernel`. */
  permissions: column<string>(SITE_CONTENT),
  /** The addresses and CIDR networks that may use the key, as JSON. */
  addresses: column<string>(OTHER_PERSON),
  author: column<string>(IS_PLAYER),
  created_at: column<number>(instant('madeAt')),
  revoked_at: column<number | null>(instant('revokedAt')),
  used_at: column<number | null>(OTHER_PERSON),
  used_ip: column<string | null>(OTHER_PERSON),
  refused_at: column<number | null>(OTHER_PERSON),
  refused_ip: column<string | null>(OTHER_PERSON),
  /** When the key of a self-test ends; null for all other keys. */
  ends_at: column<number | null>(INTERNAL),
}

export type PlayerRoleTable = Row<typeof PlayerRoleTable>
export const PlayerRoleTable = {
  player_id: column<string>(IS_PLAYER),
  role_id: column<string>(asStored('role')),
}

export type PlayerNodeTable = Row<typeof PlayerNodeTable>
export const PlayerNodeTable = {
  player_id: column<string>(IS_PLAYER),
  node: column<string>(asStored('permission')),
  expires_at: column<number | null>(instant('endsAt')),
}
