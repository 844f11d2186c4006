import { readAddress } from '../../platform/network/ip-address.ts'
import { readPlayerId } from '../../players/player-id.ts'

/** Filters of a list of players. A field that is undefined matches everything. */
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

/** What a list shows about a player, and what its filters compare. */
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
  deletesAt: number | null
  banned: boolean
  hasRole: boolean
  hasGroup: boolean
}

/** The text of a search: a player's id, an IP address, or a part of a name or address. */
export type Sought =
  | { kind: 'id'; id: string }
  | { kind: 'ip'; ip: string }
  | { kind: 'text'; text: string }

export function readSought(query: string): Sought {
  const text = query.toLowerCase()
  const id = readPlayerId(text)
  if (id !== undefined) return { kind: 'id', id }
  const ip = readAddress(text)
  if (ip !== '') return { kind: 'ip', ip }
  return { kind: 'text', text }
}

export function fits(player: FoundPlayer, filters: PlayerFilters): boolean {
  const { banned, activated, superuser, twoFactor, hasEmail, deleting, role, group } = filters
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is
  return (
    agrees(banned, player.banned) &&
    agrees(activated, player.activatedAt !== null) &&
    agrees(superuser, player.superuserAt !== null) &&
    agrees(twoFactor, player.totpEnabledAt !== null) &&
    agrees(hasEmail, player.email !== null) &&
    agrees(deleting, player.deletesAt !== null) &&
    (role === undefined || player.hasRole) &&
    (group === undefined || player.hasGroup)
  )
}
