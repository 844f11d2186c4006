import type { App } from '../../app.ts'
import type { Actor, AnonymousActor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { isOutage } from '../../database/database-failure.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { listDueDeletions } from '../../players/deletion-store.ts'
import { lookupKey } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { cancelScheduledDeletion } from '../../sessions/cancel-scheduled-deletion.ts'
import { erasePlayer, lockSuperuserCheck } from './erase-player.ts'
import { cleanUpAfterDeletion, collectPlayerFiles, deleteMailFiles } from './files-of-deleted.ts'
import { appendToTombstoneList, listRestoredPlayers } from './tombstone-list.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'log'>

const BY_SITE: AnonymousActor = { actor: null, ip: null }
const BATCH_SIZE = 100

/**
 * Deletes a player immediately and permanently.
 * @param given.username the player's name, entered as a confirmation
 * @throws Refusal `player.notfound`, `player.wrongname`, `player.lastsuperuser`, `auth.forbidden`
 */
export async function deletePlayer(
  app: Deps,
  by: Actor,
  id: string,
  given: { username: string; reason: string },
): Promise<void> {
  const files = await collectPlayerFiles(app, id)
  await change(app, by, async (work) => {
    const isLast = await lockSuperuserCheck(work)
    const { player } = await lockEditable(work, id, 'panel.players.delete')
    if (lookupKey(given.username) !== lookupKey(player.username))
      throw new Refusal('player.wrongname')
    if (isLast(id)) throw new Refusal('player.lastsuperuser')
    await erasePlayer(app, work, player, { reason: given.reason, backups: files.backups })
  })
  await cleanUpAfterDeletion(app, files)
}

/**
 * Deletes players whose deletion is due, and deleted players whom an old backup has restored. Every process runs this
 * at its start and every hour; the row lock lets only one process delete a player. If a deletion fails, for example
 * because a file remains, the others continue and the next run retries it.
 */
export async function finishDeletions(app: Deps): Promise<void> {
  const failed = new Map<string, unknown>()
  const attempt = async (id: string, isRestored: boolean): Promise<void> => {
    try {
      await finishDeletion(app, id, { isRestored })
    } catch (error) {
      if (isOutage(error)) throw error // the other deletions would fail too
      failed.set(id, error)
    }
  }
  for (const id of await listRestoredPlayers(app)) await attempt(id, true)
  for (;;) {
    const due = await listDueDeletions(app.db, app.clock.now(), BATCH_SIZE + failed.size)
    const ids = due.filter((id) => !failed.has(id))
    for (const id of ids) await attempt(id, false)
    if (ids.length < BATCH_SIZE) break
  }
  const [first] = failed
  if (first)
    app.log.error(
      { err: first[1], ids: [...failed.keys()] },
      'deleting players failed; retrying in the next run',
    )
  await appendToTombstoneList(app)
}

/** Locks a player and finishes the deletion if it is still due: the player may have just signed in. */
async function finishDeletion(
  app: Deps,
  id: string,
  { isRestored }: { isRestored: boolean },
): Promise<void> {
  const files = await collectPlayerFiles(app, id)
  await deleteMailFiles(app, files) // the files are deleted now, while rows still refer to them
  const isDone = await change(app, BY_SITE, async (work) => {
    const isLast = await lockSuperuserCheck(work)
    const player = await lockPlayer(work.tx, id)
    const isDue = player && player.deletesAt !== null && player.deletesAt <= work.now
    if (!player || !(isDue || isRestored)) return false
    if (isLast(id)) {
      await cancelScheduledDeletion(app, work, player, 'last')
      return false
    }
    await erasePlayer(app, work, player, { reason: null, backups: files.backups })
    return true
  })
  if (!isDone) return
  if (isRestored) app.log.warn({ id }, 'deleted a player that an old backup had restored')
  await cleanUpAfterDeletion(app, files)
}
