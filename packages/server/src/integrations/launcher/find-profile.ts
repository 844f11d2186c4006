import type { Profile } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { describeProfileOf } from '../../profiles/describe-player.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/**
 * Finds a player's profile by exactly one of username and uuid, both in any letter case, the uuid
 * with or without dashes. A banned player has a profile like any other.
 *
 * @throws Refusal `request.invalid` when neither or both are given; `auth.usernotfound`
 */
export async function findProfile(
  app: Needs,
  { username, uuid }: { username?: string; uuid?: string },
): Promise<Profile> {
  if ((username === undefined) === (uuid === undefined)) throw new Refusal('request.invalid')
  const whose = username === undefined ? { id: readPlayerId(uuid ?? '') ?? '' } : { username }
  const profile = await describeProfileOf(app, whose)
  if (!profile) throw new Refusal('auth.usernotfound')
  return profile
}
