import type { App } from '../../app.ts'
import type { Work } from '../../audit/change.ts'
import { listActiveSuperusers } from '../../permissions/superusers/superuser-store.ts'
import { lockSuperusers } from '../../players/edit-store.ts'
import { keepName } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'
import { listUsernames } from '../../players/player-store.ts'
import { undress } from '../../profiles/textures/detach-textures.ts'
import { accountDeletedMail, playerDeletedMail } from './deletion-mail.ts'
import { type Names, namesOf } from './names-of.ts'
import { withoutNames } from './redact-names.ts'
import {
  cleanAudits,
  deleteBelongings,
  deleteMailsTo,
  listMailboxes,
  listReasons,
  listRenames,
  replaceByHusk,
  updateReason,
} from './tombstone-store.ts'

export type Ending = {
  /** An administrator's; null when the player asked for it. */
  reason: string | null
  /** The names of backups on this server. */
  backups: readonly string[]
}

/**
 * Deletes a locked player as a part of a change, and leaves a husk (docs/contract.md#deletion). The player
 * and the superusers are told in the same transaction.
 */
export async function makeHusk(
  { config }: Pick<App, 'config'>,
  work: Work,
  player: Player,
  ending: Ending,
): Promise<void> {
  const { tx, by, now, settings, note, tell } = work
  const { id } = player
  const names = namesOf(player, await listRenames(tx, id))
  const reason = ending.reason && withoutNames(ending.reason, everyName(names))

  await undress(work, player)
  await deleteMailsTo(tx, await listMailboxes(tx, id, names.addresses))
  await deleteBelongings(tx, id)
  await cleanAudits(tx, id, names.addresses)
  await cleanLedger(work, id, names)
  await keepName(tx, { playerId: id, name: player.username, now })
  await replaceByHusk(tx, id, now)

  note('player.deleted', id, { after: reason, ...(by.actor === id && { ip: null }) })
  tell(player, (to) => accountDeletedMail({ player, to, site: settings }, ending.reason))
  const { username } = player
  const byName =
    by.actor === null ? null : ((await listUsernames(tx, [by.actor])).get(by.actor) ?? null)
  const gone = { username, id, at: now, byName, ...ending }
  const about = { site: settings, url: `${config.publicUrl}/panel/system` }
  for (const superuser of await listActiveSuperusers(tx, now)) {
    tell(superuser, (to) => playerDeletedMail({ ...about, player: superuser, to }, gone))
  }
}

/** Hides the player's names in what was written beside amounts. */
async function cleanLedger({ tx }: Work, id: string, names: Names): Promise<void> {
  for (const entry of await listReasons(tx, id)) {
    const hidden = withoutNames(entry.reason, everyName(names))
    if (hidden !== entry.reason) await updateReason(tx, entry.id, hidden)
  }
}

function everyName({ usernames, addresses }: Names): string[] {
  return [...usernames, ...addresses]
}

/**
 * Locks the superusers, before any player is locked, so that the last of them is not deleted.
 *
 * @returns whether a player is the last one.
 */
export async function lockAgainstLast({ tx }: Work): Promise<(id: string) => boolean> {
  const superusers = await lockSuperusers(tx)
  return (id) => superusers.length === 1 && superusers[0] === id
}
