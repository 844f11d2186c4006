import type { RankLook } from '@portal/contract'
import type { NodeSource } from '@portal/contract/decide'

export type TimedNodeSource = NodeSource & {
  startsAt: number | null
  endsAt: number | null
}

export type ActiveRole = { id: string; name: string; priority: number }
export type ActiveRank = RankLook & { id: string; name: string; expiresAt: number | null }
export type ActiveBan = { reason: string; expiresAt: number | null }

/** The permissions of a player at one instant. Contains only grants, nodes and bans that are in effect then. */
export type EffectivePermissions = {
  superuser: boolean
  roles: readonly ActiveRole[]
  ranks: readonly ActiveRank[]
  ban: ActiveBan | undefined
  /** The denials of the system roles in effect. They take precedence over all other sources. */
  restrictions: readonly TimedNodeSource[]
  /** All other sources, by precedence tier. The first tier with a node that matches a permission decides. */
  tiers: readonly (readonly TimedNodeSource[])[]
}
