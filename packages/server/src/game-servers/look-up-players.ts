import { MAX_LOOKED_UP, type Profile } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import { readPlayerId } from '../players/player-id.ts'
import { describeProfileOf } from '../profiles/describe-player.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/**
 * Finds players by UUIDs and names. Returns each player once, in the order of the request; leaves out unknown ones.
 * @throws Refusal `request.invalid` for more than 100
 */
export async function lookUpPlayers(
  app: Deps,
  { uuids = [], names = [] }: { uuids?: readonly string[]; names?: readonly string[] },
): Promise<Profile[]> {
  if (uuids.length + names.length > MAX_LOOKED_UP) throw new Refusal('request.invalid')
  const selectors = [
    ...uuids.map((uuid) => ({ id: readPlayerId(uuid) ?? '' })),
    ...names.map((username) => ({ username })),
  ]
  const found = new Map<string, Profile>()
  for (const selector of selectors) {
    const profile = await describeProfileOf(app, selector)
    if (profile) found.set(profile.uuid, profile)
  }
  return [...found.values()]
}
