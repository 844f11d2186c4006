/** A named list of nodes: a role, or a donate group. */
export type BundleTable = {
  id: string
  /** `role` or `group`. */
  kind: string
  name: string
  /** Of a role; the highest decides first. 0 for groups. */
  priority: number
  /** JSON: nodes in their stored form (see contract/src/permissions/node.ts). */
  permissions: string
  created_at: number
}

/** A donate group or a single node that a player was given; exactly one of the two is set. */
export type DonateGrantTable = {
  id: string
  player_id: string
  /** Stays when the group is deleted, which takes the grant. */
  group_id: string | null
  node: string | null
  starts_at: number
  /** Null: forever. */
  ends_at: number | null
  created_at: number
  author: string
  taken_at: number | null
}

export type ApiKeyTable = {
  id: string
  hash: string
  name: string
  /** The name in lower case, for searches. */
  name_key: string
  /** JSON: exact permissions of the namespace `kernel`. */
  permissions: string
  /** JSON: addresses and CIDR networks that may use the key. */
  addresses: string
  author: string
  created_at: number
  revoked_at: number | null
  used_at: number | null
  used_ip: string | null
  refused_at: number | null
  refused_ip: string | null
  /** When a key that the site made up for itself ends; null for every other. */
  ends_at: number | null
}
