import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { updateUsername } from '../../players/edit-store.ts'
import { insertFormerName } from '../../players/former-name-store.ts'
import { refuseReservedNames, releaseName } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'

/**
 * Renames a locked player as a part of another change, and adds the old name to the player's history. If the new name
 * was reserved for the player, ends the reservation.
 * @throws NameReservedError; a violation of the unique column if the name is taken (see `violatedUniqueColumn`)
 */
export async function changeName(
  { tx, by, now, emit }: UnitOfWork<Actor>,
  random: Random,
  player: Player,
  username: string,
): Promise<void> {
  await updateUsername(tx, player.id, username)
  await refuseReservedNames(tx, [{ id: player.id, username }], now)
  await releaseName(tx, username, now)
  const id = newSortableId(random, now)
  const former = { id, name: player.username, author: by.actor, until: now }
  await insertFormerName(tx, player.id, former)
  emit('player.renamed', { player: player.id, from: player.username, to: username })
}
