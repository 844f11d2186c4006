import {
  MAX_SAME_ADDRESS_COUNT,
  MAX_SAME_ADDRESS_LISTED,
  type SameAddressPlayer,
} from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { requirePermission } from '../../permissions/may.ts'
import { isoInstant } from '../../platform/clock.ts'
import { householdOf, textRangesOf } from '../../platform/network/household.ts'
import { listByIds } from './player-search-store.ts'
import { listPlayersOfAddresses, listSignInAddresses } from './same-address-store.ts'

/** How many of the player's latest audit entries are searched, and how many addresses are used. */
const MAX_SCANNED_ENTRIES = 5000
const MAX_ADDRESSES = 500

/** How many of the latest addresses or IPv6 networks are searched, and how many sign-ins of each of them. */
const MAX_HOUSEHOLDS = 20
const MAX_SIGN_INS = 2000

type Deps = Pick<App, 'db' | 'clock'>

/**
 * Lists the other players who signed in from a player's addresses, according to the audit log. The reply contains no
 * addresses.
 * @throws Refusal `auth.forbidden` without `panel.players.read`, which the search by address also requires
 */
export async function listSameAddressPlayers(
  app: Deps,
  by: Actor,
  playerId: string,
): Promise<{ items: SameAddressPlayer[]; total: number; isExact: boolean }> {
  const now = app.clock.now()
  requirePermission((await findEditor(app.db, by, now)).permissions, ['panel.players.read'])
  const { lastSeen, isExact } = await search(app, playerId)
  lastSeen.delete(playerId)

  const listed = [...lastSeen]
    .sort(([id, at], [otherId, otherAt]) => otherAt - at || (id < otherId ? -1 : 1))
    .slice(0, MAX_SAME_ADDRESS_LISTED)
  const options = {
    limit: MAX_SAME_ADDRESS_LISTED,
    now,
    filters: { role: undefined, group: undefined },
  }
  const ids = listed.map(([id]) => id)
  const players = new Map((await listByIds(app.db, ids, options)).map((one) => [one.id, one]))
  const items = listed.flatMap(([id, at]): SameAddressPlayer[] => {
    const player = players.get(id)
    if (!player) return [] // the player was deleted in the meantime
    const { username, banned } = player
    return [{ uuid: id, username, lastSeenAt: isoInstant(at), banned }]
  })
  return { items, total: lastSeen.size, isExact }
}

/**
 * Finds the players who signed in from the same households. Reads one household after another, so that a large network
 * costs a bounded number of rows.
 */
async function search(
  { db }: Deps,
  playerId: string,
): Promise<{ lastSeen: Map<string, number>; isExact: boolean }> {
  const page = { searched: MAX_SCANNED_ENTRIES, limit: MAX_ADDRESSES }
  const addresses = await listSignInAddresses(db, playerId, page)
  const households = new Set(addresses.map(householdOf))
  const searched = [...households].slice(0, MAX_HOUSEHOLDS)

  const lastSeen = new Map<string, number>()
  let isExact = households.size <= MAX_HOUSEHOLDS && addresses.length < MAX_ADDRESSES
  for (const range of searched.flatMap(textRangesOf)) {
    if (lastSeen.size > MAX_SAME_ADDRESS_COUNT) return { lastSeen, isExact: false }
    const rows = await listPlayersOfAddresses(db, range, MAX_SIGN_INS)
    for (const { id, at, exists } of rows) {
      if (exists) lastSeen.set(id, Math.max(at, lastSeen.get(id) ?? 0))
    }
    const signIns = rows.reduce((sum, row) => sum + row.signIns, 0)
    isExact &&= signIns < MAX_SIGN_INS
  }
  return { lastSeen, isExact }
}
