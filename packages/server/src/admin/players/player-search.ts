import type { ListQuery } from '@portal/contract'
import { readAddress } from '../../platform/network/ip-address.ts'
import { readPlayerId } from '../../players/player-id.ts'

/** The filters of a list of players. An undefined field matches all players. */
export type PlayerFilters = {
  banned: boolean | undefined
  activated: boolean | undefined
  superuser: boolean | undefined
  twoFactor: boolean | undefined
  hasEmail: boolean | undefined
  deleting: boolean | undefined
  role: string | undefined
  group: string | undefined
}

export type PlayerQuery = ListQuery & { sort?: 'newest' | 'oldest' | 'name' | 'seen' | 'unseen' }

export type FoundPlayer = {
  id: string
  username: string
  usernameKey: string
  email: string | null
  emailKey: string | null
  activatedAt: number | null
  superuserAt: number | null
  totpEnabledAt: number | null
  createdAt: number
  seenOn: number
  deletesAt: number | null
  banned: boolean
  hasRole: boolean
  hasGroup: boolean
}

export type SearchTerm =
  | { kind: 'id'; id: string }
  | { kind: 'ip'; ip: string }
  | { kind: 'text'; text: string }

export function parseSearchTerm(query: string): SearchTerm {
  const text = query.toLowerCase()
  const id = readPlayerId(text)
  if (id !== undefined) return { kind: 'id', id }
  const ip = readAddress(text)
  if (ip !== '') return { kind: 'ip', ip }
  return { kind: 'text', text }
}

export function matchesFilters(player: FoundPlayer, filters: PlayerFilters): boolean {
  const { banned, activated, superuser, twoFactor, hasEmail, deleting, role, group } = filters
  const matches = (expected: boolean | undefined, is: boolean) =>
    expected === undefined || expected === is
  return (
    matches(banned, player.banned) &&
    matches(activated, player.activatedAt !== null) &&
    matches(superuser, player.superuserAt !== null) &&
    matches(twoFactor, player.totpEnabledAt !== null) &&
    matches(hasEmail, player.email !== null) &&
    matches(deleting, player.deletesAt !== null) &&
    (role === undefined || player.hasRole) &&
    (group === undefined || player.hasGroup)
  )
}
