import type { App } from '../../app.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { eraseNamesFromEvents } from '../../events/erase-events-store.ts'
import { listActiveSuperusers } from '../../permissions/superusers/superuser-store.ts'
import { lockSuperusers } from '../../players/edit-store.ts'
import { reserveName } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'
import { listUsernames } from '../../players/player-store.ts'
import { detachTextures } from '../../profiles/textures/detach-textures.ts'
import { queueLogoutsOfPlayer } from '../../sessions/application-logouts.ts'
import { accountDeletedMail, playerDeletedMail } from './deletion-mail.ts'
import { namesOf, type PlayerNames } from './names-of.ts'
import { redactNames } from './redact-names.ts'
import {
  anonymizeAudits,
  deleteMailsTo,
  deletePlayerRows,
  eraseNamesFromPurchases,
  listNameChanges,
  listOwnAddresses,
  listReasons,
  replaceWithTombstone,
  updateReason,
} from './tombstone-store.ts'

export type Erasure = {
  /** The reason of an administrator; null if the player requested the deletion. */
  reason: string | null
  backups: readonly string[]
}

/**
 * Deletes a locked player as a part of another change, and leaves a tombstone (docs/contract.md#deletion). Notifies the
 * player and the superusers.
 */
export async function erasePlayer(
  { config, random }: Pick<App, 'config' | 'random'>,
  work: UnitOfWork,
  player: Player,
  erasure: Erasure,
): Promise<void> {
  const { tx, by, now, settings, audit, notify } = work
  const { id } = player
  const names = namesOf(player, await listNameChanges(tx, id))
  const reason = erasure.reason && redactNames(erasure.reason, allNames(names))

  await detachTextures(work, player)
  await deleteMailsTo(tx, await listOwnAddresses(tx, id, names.addresses))
  await queueLogoutsOfPlayer(tx, { random, now }, id)
  await deletePlayerRows(tx, id)
  await anonymizeAudits(tx, id, names.addresses)
  await anonymizeLedger(work, id, names)
  await eraseNamesFromPurchases(tx, id)
  await eraseNamesFromEvents(tx, id, (text) => redactNames(text, allNames(names)))
  await reserveName(tx, { playerId: id, name: player.username, now })
  await replaceWithTombstone(tx, id, now)

  work.emit('player.deleted', { player: id })
  audit('player.deleted', id, { after: reason, ...(by.actor === id && { ip: null }) })
  notify(player, (to) => accountDeletedMail({ player, to, site: settings }, erasure.reason))
  const { username } = player
  const byName =
    by.actor === null ? null : ((await listUsernames(tx, [by.actor])).get(by.actor) ?? null)
  const deleted = { username, id, at: now, byName, ...erasure }
  const about = { site: settings, url: `${config.publicUrl}/panel/system` }
  for (const superuser of await listActiveSuperusers(tx, now)) {
    notify(superuser, (to) => playerDeletedMail({ ...about, player: superuser, to }, deleted))
  }
}

async function anonymizeLedger({ tx }: UnitOfWork, id: string, names: PlayerNames): Promise<void> {
  for (const entry of await listReasons(tx, id)) {
    const redacted = redactNames(entry.reason, allNames(names))
    if (redacted !== entry.reason) await updateReason(tx, entry.id, redacted)
  }
}

function allNames({ usernames, addresses }: PlayerNames): string[] {
  return [...usernames, ...addresses]
}

/**
 * Locks the superusers, so that the last one cannot be deleted. To avoid deadlocks, call it before any player is
 * locked.
 * @returns a function that returns whether a player is the last superuser
 */
export async function lockSuperuserCheck({ tx }: UnitOfWork): Promise<(id: string) => boolean> {
  const superusers = await lockSuperusers(tx)
  return (id) => superusers.length === 1 && superusers[0] === id
}
