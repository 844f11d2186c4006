import type { Actor } from '../audit/actor.ts'
import type { Db } from '../database/database.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import type { Standing } from './effective/effective.ts'
import { findOutlook } from './effective/find-effective-permissions.ts'
import type { Outlook } from './effective/permission-forecast.ts'

/** The owner at the command line may do everything. */
const ofOwner: Standing = {
  superuser: true,
  roles: [],
  groups: [],
  ban: undefined,
  restrictions: [],
  tiers: [],
}

/**
 * Finds what an editor holds.
 *
 * @throws Refusal `auth.unauthorized` when the player no longer exists.
 */
export async function findEditor(db: Db, editor: Actor, now: number): Promise<Outlook> {
  if (editor.actor === 'command') return { now, standing: ofOwner, ahead: ofOwner }
  return findOutlook(db, await requireOwnPlayer(db, editor.actor), now)
}
