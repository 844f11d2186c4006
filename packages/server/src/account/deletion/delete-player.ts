import type { App } from '../../app.ts'
import type { Actor, Nobody } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { isOutage } from '../../database/database-failure.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { Refusal } from '../../platform/errors.ts'
import { listDue } from '../../players/deletion-store.ts'
import { keyOf } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { keepAccount } from '../../sessions/cancel-scheduled-deletion.ts'
import { lockAgainstLast, makeHusk } from './erase-player.ts'
import { afterwards, beforehand, deleteMailFiles } from './files-of-deleted.ts'
import { keepHuskList, listReturned } from './tombstone-list.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'log'>

const BY_SITE: Nobody = { actor: null, ip: null }
const AT_ONCE = 100

/**
 * Deletes a player at once and for good.
 *
 * @param given.username theirs, typed once more.
 * @throws Refusal `player.notfound`, `player.wrongname`, `player.lastsuperuser`; `auth.forbidden` when the
 *   actor may not
 */
export async function deletePlayer(
  app: Needs,
  by: Actor,
  id: string,
  given: { username: string; reason: string },
): Promise<void> {
  const files = await beforehand(app, id)
  await change(app, by, async (work) => {
    const isLast = await lockAgainstLast(work)
    const { player } = await lockEditable(work, id, 'panel.players.delete')
    if (keyOf(given.username) !== keyOf(player.username)) throw new Refusal('player.wrongname')
    if (isLast(id)) throw new Refusal('player.lastsuperuser')
    await makeHusk(app, work, player, { reason: given.reason, backups: files.backups })
  })
  await afterwards(app, files)
}

/**
 * Deletes everybody whose time is over, and everybody who came back with an old backup. It runs at the start
 * and every hour in every process; the lock of a player's row leaves each player to one of them. Who cannot be
 * deleted, as when a file of theirs stays, holds up nobody else: the next run tries again.
 */
export async function finishDeletions(app: Needs): Promise<void> {
  const late = new Map<string, unknown>()
  const attempt = async (id: string, isReturned: boolean): Promise<void> => {
    try {
      await finish(app, id, { isReturned })
    } catch (error) {
      if (isOutage(error)) throw error // everybody else would meet it as well
      late.set(id, error)
    }
  }
  for (const id of await listReturned(app)) await attempt(id, true)
  for (;;) {
    const due = await listDue(app.db, app.clock.now(), AT_ONCE + late.size)
    const ids = due.filter((id) => !late.has(id))
    for (const id of ids) await attempt(id, false)
    if (ids.length < AT_ONCE) break
  }
  const [first] = late
  if (first) app.log.error({ err: first[1], ids: [...late.keys()] }, 'deletions have to wait')
  await keepHuskList(app)
}

/** Looks again under the player's lock: somebody may just have signed in. */
async function finish(
  app: Needs,
  id: string,
  { isReturned }: { isReturned: boolean },
): Promise<void> {
  const files = await beforehand(app, id)
  await deleteMailFiles(app, files) // first, because nobody would know of them afterwards
  const isDone = await change(app, BY_SITE, async (work) => {
    const isLast = await lockAgainstLast(work)
    const player = await lockPlayer(work.tx, id)
    const isDue = player && player.deletesAt !== null && player.deletesAt <= work.now
    if (!player || !(isDue || isReturned)) return false
    if (isLast(id)) {
      await keepAccount(app, work, player, 'last')
      return false
    }
    await makeHusk(app, work, player, { reason: null, backups: files.backups })
    return true
  })
  if (!isDone) return
  if (isReturned) app.log.warn({ id }, 'a deleted player had come back with a backup')
  await afterwards(app, files)
}
