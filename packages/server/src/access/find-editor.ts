import { Refusal } from '../errors.ts'
import type { Db } from '../platform/database.ts'
import { findPlayer } from '../player/player-store.ts'
import { findStanding } from './find-standing.ts'
import type { Standing } from './standing.ts'

/** Who asks for a change: a player's id, or `command` for the owner's command line; and from where. */
export type Editor = { actor: string; ip: string | null }

/** The owner at his command line may do everything that can be done. */
const ofOwner: Standing = {
  superuser: true,
  roles: [],
  groups: [],
  ban: undefined,
  restrictions: [],
  tiers: [],
}

/**
 * What an editor holds at this instant.
 *
 * @throws Refusal `auth.unauthorized` when there is no such player any more.
 */
export async function findEditor(db: Db, editor: Editor, now: number): Promise<Standing> {
  if (editor.actor === 'command') return ofOwner
  const player = await findPlayer(db, editor.actor)
  if (!player) throw new Refusal('auth.unauthorized')
  return findStanding(db, player, now)
}
