import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { updateUsername } from '../../players/edit-store.ts'
import { insertFormerName } from '../../players/former-name-store.ts'
import { refuseKeptNames, releaseName } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'

/**
 * Gives a locked player another name as a part of a change, and adds the one before to their history. A name
 * that was kept for them is theirs again.
 *
 * @throws NameIsKept, and the error of a taken name (see takenColumn)
 */
export async function changeName(
  { tx, by, now }: Work<Actor>,
  random: Random,
  player: Player,
  username: string,
): Promise<void> {
  await updateUsername(tx, player.id, username)
  await refuseKeptNames(tx, [{ id: player.id, username }], now)
  await releaseName(tx, username, now)
  const id = newSortableId(random, now)
  const former = { id, name: player.username, author: by.actor, until: now }
  await insertFormerName(tx, player.id, former)
}
