import type { Node } from '../node/node.ts'

/** What nodes came from: `role:vip`, `group:gold`, `donate` or `personal`. */
export type Source = {
  name: string
  nodes: readonly Node[]
  /** Null where it began when it was given. */
  startsAt: number | null
  /** Null where it stays until somebody takes it. */
  endsAt: number | null
}

export type HeldRole = { id: string; name: string; priority: number }
export type HeldGroup = { id: string; name: string; expiresAt: number | null }
export type RunningBan = { reason: string; expiresAt: number | null }

/**
 * All that decides what a player may do at one instant. Grants, nodes and bans that are over or
 * have not begun are not in it: that was judged when it was read.
 */
export type Standing = {
  superuser: boolean
  /** Highest priority first, then by id; `default` is last. */
  roles: readonly HeldRole[]
  /** Running donate groups, by id. */
  groups: readonly HeldGroup[]
  ban: RunningBan | undefined
  /** Denials of the system roles that hold now; nobody is above them. */
  restrictions: readonly Source[]
  /** Who is asked after them, in order; the first tier that says anything decides. */
  tiers: readonly (readonly Source[])[]
}
