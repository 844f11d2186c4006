import type { Source as Nodes } from '@portal/contract/decide'

/** Nodes that a player holds for a time. */
export type Source = Nodes & {
  /** Null when it began as soon as it was given. */
  startsAt: number | null
  /** Null when it lasts until somebody takes it. */
  endsAt: number | null
}

export type HeldRole = { id: string; name: string; priority: number }
export type HeldGroup = { id: string; name: string; expiresAt: number | null }
export type RunningBan = { reason: string; expiresAt: number | null }

/**
 * Everything that decides what a player may do at one instant. It contains no grants, nodes and bans
 * that have ended or not begun.
 */
export type Standing = {
  superuser: boolean
  /** Ordered by priority, highest first, then by id; `default` is last. */
  roles: readonly HeldRole[]
  /** Running donate groups, ordered by id. */
  groups: readonly HeldGroup[]
  ban: RunningBan | undefined
  /** Denials of the system roles in effect; they come before everything else. */
  restrictions: readonly Source[]
  /** All other sources in order; the first tier with a matching node decides. */
  tiers: readonly (readonly Source[])[]
}
