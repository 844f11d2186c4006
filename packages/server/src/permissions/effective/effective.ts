import type { RankLook } from '@portal/contract'
import type { NodeSource } from '@portal/contract/decide'

export type TimedNodeSource = NodeSource & {
  startsAt: number | null
  endsAt: number | null
}

export type ActiveRole = { id: string; name: string; priority: number }
export type ActiveRank = RankLook & { id: string; name: string; expiresAt: number | null }
export type ActiveBan = { reason: string; expiresAt: number | null }

/** Contains only grants, nodes and bans in effect at one instant. */
export type EffectivePermissions = {
  superuser: boolean
  roles: readonly ActiveRole[]
  ranks: readonly ActiveRank[]
  ban: ActiveBan | undefined
  /** Denials of the system roles in effect. They take precedence over all other sources. */
  restrictions: readonly TimedNodeSource[]
  /** All other sources by precedence. The first tier with a matching node decides. */
  tiers: readonly (readonly TimedNodeSource[])[]
}
