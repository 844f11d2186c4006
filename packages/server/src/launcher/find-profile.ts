import type { Profile } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { readPlayerId } from '../player/player-id.ts'
import { describeProfileOf } from '../profile/describe-player.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/**
 * A player by exactly one of his name, in any case, or his uuid, in any case and with or without
 * dashes. A banned player is a profile like any other.
 *
 * @throws Refusal `request.invalid` for none or both; `auth.usernotfound`
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
