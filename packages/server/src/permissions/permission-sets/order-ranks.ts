import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockRankOrder, updateRankPosition } from './permission-set-store.ts'

/**
 * Sets the order of all ranks. Of several concurrent calls, the last one decides; a rank that is created in the
 * meantime is last.
 * @throws Refusal `request.invalid` for a repeated ID; `group.listchanged` if `ids` are not exactly the IDs of all
 * ranks
 */
export async function orderRanks(
  app: ChangeDeps,
  by: Actor,
  ids: readonly string[],
): Promise<void> {
  if (new Set(ids).size < ids.length) {
    throw new Refusal('request.invalid', { fields: [{ field: 'ids', keyword: 'repeated' }] })
  }
  await change(app, by, async ({ tx, audit, emit }) => {
    const before = await lockRankOrder(tx)
    const ranks = new Map(before.map((rank) => [rank.id, rank]))
    const after = ids.map((id) => ranks.get(id)).filter((rank) => rank !== undefined)
    if (after.length < ids.length || after.length < before.length) {
      throw new Refusal('group.listchanged')
    }
    for (const [index, { id, position }] of after.entries()) {
      if (position !== index + 1) await updateRankPosition(tx, id, index + 1)
    }
    if (before.every((rank, index) => rank === after[index])) return
    const namesOf = (list: typeof before) => list.map(({ name }) => name).join(', ')
    audit('group.ordered', null, { before: namesOf(before), after: namesOf(after) })
    emit('groups.ordered', { ids: [...ids] })
  })
}
