import { readAddress } from '../../platform/address.ts'
import { readPlayerId } from '../player-id.ts'

/** What a list of players is narrowed to; undefined: no matter. */
export type PlayerFilters = {
  banned: boolean | undefined
  activated: boolean | undefined
  superuser: boolean | undefined
  twoFactor: boolean | undefined
  role: string | undefined
  group: string | undefined
}

/** What a list shows of a player, and what filters ask. */
export type FoundPlayer = {
  id: string
  username: string
  usernameKey: string
  email: string
  emailKey: string
  activatedAt: number | null
  superuserAt: number | null
  totpEnabledAt: number | null
  createdAt: number
  banned: boolean
  hasRole: boolean
  hasGroup: boolean
}

/** What somebody typed into the search: a player's id, an address of the net, or how a name begins. */
export type Sought =
  | { kind: 'id'; id: string }
  | { kind: 'ip'; ip: string }
  | { kind: 'prefix'; prefix: string }

export function readSought(query: string): Sought {
  const text = query.toLowerCase()
  const id = readPlayerId(text)
  if (id !== undefined) return { kind: 'id', id }
  const ip = readAddress(text)
  if (ip !== '') return { kind: 'ip', ip }
  return { kind: 'prefix', prefix: text }
}

export function fits(player: FoundPlayer, filters: PlayerFilters): boolean {
  const { banned, activated, superuser, twoFactor, role, group } = filters
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is
  return (
    agrees(banned, player.banned) &&
    agrees(activated, player.activatedAt !== null) &&
    agrees(superuser, player.superuserAt !== null) &&
    agrees(twoFactor, player.totpEnabledAt !== null) &&
    (role === undefined || player.hasRole) &&
    (group === undefined || player.hasGroup)
  )
}
