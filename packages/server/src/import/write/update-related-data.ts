import { applyBalanceChange } from '../../account/balance/change-balance.ts'
import { liftRunningBans, listBans } from '../../admin/bans/ban-store.ts'
import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { deleteRoleIds, insertRoleIds, listRoleIds } from '../../permissions/assignment-store.ts'
import {
  listActiveAndScheduledGrants,
  markGrantRevoked,
  updateGrantEnd,
} from '../../permissions/grants/grant-store.ts'
import type { Random } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { changeAppearance } from '../../profiles/textures/change-appearance.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import type { Entry } from '../plan/plan-store.ts'
import {
  banOf,
  type ImportedRank,
  isSameBan,
  type RelatedData,
  runningRanks,
} from '../plan/related-data.ts'
import type { StagingDatabase } from '../plan/staging-store.ts'
import { findStagedTexture } from '../plan/texture-store.ts'
import { insertImportedBan, insertRankGrant } from './insert-related-data.ts'

type Deps = { random: Random }
type UpdateTarget = { player: Player; entry: Entry; given: RelatedData }

/**
 * Updates the data that the last import gave a player. Each kind of data is updated only if the site still has what the
 * import gave. Removes roles, ranks and bans that the source no longer has. Does not remove skins, because an import
 * without the folder of files has none.
 * @returns the new record of the data; the same object if nothing has changed
 */
export async function updateRelatedData(
  app: Deps,
  work: UnitOfWork<Actor>,
  staging: StagingDatabase,
  target: UpdateTarget,
): Promise<RelatedData> {
  const changed: RelatedData = {
    ...(await rolesOf(work, target)),
    ...(await groupsOf(app, work, target)),
    ...(await balanceOf(app, work, target)),
    ...(await updateBan(app, work, target)),
    ...(await changedAppearance(work, staging, target)),
  }
  return Object.keys(changed).length === 0 ? target.given : { ...target.given, ...changed }
}

async function rolesOf(
  work: UnitOfWork<Actor>,
  { player: { id }, entry, given: imported }: UpdateTarget,
) {
  const { roles: before = [] } = imported
  const wanted = entry.rest.roles
  const held = await listRoleIds(work.tx, id)
  const added = wanted.filter((role) => !before.includes(role) && !held.includes(role))
  const removed = before.filter((role) => !wanted.includes(role) && held.includes(role))
  if (added.length + removed.length === 0) return {}
  await deleteRoleIds(work.tx, id, removed)
  await insertRoleIds(work.tx, id, added)
  const after = [...held.filter((role) => !removed.includes(role)), ...added].sort()
  work.audit('player.roles', id, { before: JSON.stringify(held), after: JSON.stringify(after) })
  return { roles: [...before.filter((role) => !removed.includes(role)), ...added] }
}

async function groupsOf(
  app: Deps,
  work: UnitOfWork<Actor>,
  { player, entry, given: imported }: UpdateTarget,
) {
  const { tx, now } = work
  const { groups: before = [] } = imported
  const wanted = runningRanks(entry.rest, now)
  const isSame = before.length === 0 && wanted.length === 0
  const left = isSame ? [] : await listActiveAndScheduledGrants(tx, player.id, now)
  const after = new Map(before.map((group) => [group.id, group]))
  let hasChanged = false
  const put = (group: ImportedRank): void => {
    after.set(group.id, group)
    hasChanged = true
  }
  for (const group of wanted) {
    const last = after.get(group.id)
    const held = left.find(({ id }) => id === last?.grant)
    const hasRunOut = last && last.until !== null && last.until <= now
    if (last && held && held.expiresAt === last.until && group.until !== last.until) {
      await updateGrantEnd(tx, { id: held.id, expiresAt: group.until })
      put({ ...last, until: group.until })
    } else if ((!last || hasRunOut) && !left.some((grant) => grant.group === group.id)) {
      put(await insertRankGrant(app, work, player.id, group))
    }
  }
  for (const last of before) {
    const held = left.find(({ id }) => id === last.grant)
    if (wanted.some(({ id }) => id === last.id) || held?.expiresAt !== last.until) continue
    await markGrantRevoked(tx, held.id, now)
    after.delete(last.id)
    hasChanged = true
  }
  return hasChanged ? { groups: [...after.values()] } : {}
}

async function balanceOf(
  app: Deps,
  work: UnitOfWork<Actor>,
  { player, entry, given: imported }: UpdateTarget,
) {
  const after: Pick<RelatedData, 'realCents' | 'virtualCents'> = {}
  const change = { realCents: 0, virtualCents: 0 }
  for (const which of ['realCents', 'virtualCents'] as const) {
    const { [which]: before = 0 } = imported
    const { [which]: wanted } = entry.rest
    if (wanted === before || player[which] !== before) continue
    change[which] = wanted - before
    after[which] = wanted
  }
  if (Object.keys(after).length > 0) {
    await applyBalanceChange(work, app.random, player.id, { ...change, reason: 'import' })
  }
  return after
}

async function updateBan(
  app: Deps,
  work: UnitOfWork<Actor>,
  { player, entry, given: imported }: UpdateTarget,
) {
  const { tx, now, by } = work
  const wanted = banOf(entry.rest, now)
  if (isSameBan(imported.ban, wanted, now)) return {}
  const [newest] = await listBans(tx, player.id, { before: undefined, limit: 1 })
  const isOurs = newest?.id === imported.ban?.id && (newest?.liftedAt ?? null) === null
  if (!isOurs || (newest && newest.expiresAt !== imported.ban?.until)) return {}
  await liftRunningBans(tx, player.id, { by: by.actor, now })
  work.audit(wanted ? 'player.banned' : 'player.unbanned', player.id, {
    before: newest?.reason ?? null,
    after: wanted?.reason ?? null,
  })
  if (!wanted) return { ban: undefined }
  await signOutEverywhere(work, player.id)
  return { ban: await insertImportedBan(app, work, player.id, wanted) }
}

async function changedAppearance(
  work: UnitOfWork<Actor>,
  staging: StagingDatabase,
  { player, entry, given: imported }: UpdateTarget,
) {
  const { skinHash, skinTwinHash = null, skinModel, capeHash } = entry.rest.appearance
  const after: Pick<RelatedData, 'skin' | 'cape'> = {}
  const action = 'texture.uploaded'
  if (skinHash && skinHash !== imported.skin && player.skinHash === (imported.skin ?? null)) {
    const appearance = { skinHash, skinTwinHash, skinModel: skinModel ?? 'classic' }
    const hashes = [skinHash, ...(skinTwinHash ? [skinTwinHash] : [])]
    const textures = hashes.map((hash) => findStagedTexture(staging, hash))
    await changeAppearance(work, player.id, { kind: 'skin', action, appearance, textures })
    after.skin = skinHash
  }
  if (capeHash && capeHash !== imported.cape && player.capeHash === (imported.cape ?? null)) {
    const textures = [findStagedTexture(staging, capeHash)]
    await changeAppearance(work, player.id, {
      kind: 'cape',
      action,
      appearance: { capeHash },
      textures,
    })
    after.cape = capeHash
  }
  return after
}
