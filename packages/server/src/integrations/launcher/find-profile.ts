import type { Profile } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { describeProfileOf } from '../../profiles/describe-player.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/**
 * Finds the profile of a player by username or by UUID. Case and dashes do not matter. Banned players are found too.
 * @throws Refusal `request.invalid` if neither or both are given; `auth.usernotfound`
 */
export async function findProfile(
  app: Deps,
  { username, uuid }: { username?: string; uuid?: string },
): Promise<Profile> {
  if ((username === undefined) === (uuid === undefined)) throw new Refusal('request.invalid')
  const selector = username === undefined ? { id: readPlayerId(uuid ?? '') ?? '' } : { username }
  const profile = await describeProfileOf(app, selector)
  if (!profile) throw new Refusal('auth.usernotfound')
  return profile
}
