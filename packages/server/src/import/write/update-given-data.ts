import { changeBalanceIn } from '../../account/balance/change-balance.ts'
import { liftRunningBans, listBans } from '../../admin/bans/ban-store.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { deleteRoleIds, insertRoleIds, listRoleIds } from '../../permissions/assignment-store.ts'
import {
  listLeftGrants,
  markGrantTaken,
  updateGrantEnd,
} from '../../permissions/grants/grant-store.ts'
import type { Random } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { changeOutfit } from '../../profiles/textures/change-appearance.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { type Belongings, banOf, type GivenGroup, isSameBan, running } from '../plan/given-data.ts'
import type { Entry } from '../plan/plan-store.ts'
import type { Scratch } from '../plan/staging-store.ts'
import { takeTexture } from '../plan/texture-store.ts'
import { giveBan, giveGroup } from './insert-given-data.ts'

type Needs = { random: Random }
type Whom = { player: Player; entry: Entry; given: Belongings }

/**
 * Brings what belongs to a player up to date, each thing for itself: where the site still has what the
 * last import gave. Roles, groups and bans that the source no longer has go too; what somebody wears
 * stays then, because a move without the folder of files knows of no skins.
 *
 * @returns what is given now; the same object when nothing has changed.
 */
export async function updateBelongings(
  app: Needs,
  work: Work<Actor>,
  scratch: Scratch,
  whom: Whom,
): Promise<Belongings> {
  const changed: Belongings = {
    ...(await rolesOf(work, whom)),
    ...(await groupsOf(app, work, whom)),
    ...(await balanceOf(app, work, whom)),
    ...(await updateBan(app, work, whom)),
    ...(await outfitOf(work, scratch, whom)),
  }
  return Object.keys(changed).length === 0 ? whom.given : { ...whom.given, ...changed }
}

async function rolesOf(work: Work<Actor>, { player: { id }, entry, given }: Whom) {
  const { roles: before = [] } = given
  const wanted = entry.rest.roles
  const held = await listRoleIds(work.tx, id)
  const added = wanted.filter((role) => !before.includes(role) && !held.includes(role))
  const removed = before.filter((role) => !wanted.includes(role) && held.includes(role))
  if (added.length + removed.length === 0) return {}
  await deleteRoleIds(work.tx, id, removed)
  await insertRoleIds(work.tx, id, added)
  const after = [...held.filter((role) => !removed.includes(role)), ...added].sort()
  work.note('player.roles', id, { before: JSON.stringify(held), after: JSON.stringify(after) })
  return { roles: [...before.filter((role) => !removed.includes(role)), ...added] }
}

async function groupsOf(app: Needs, work: Work<Actor>, { player, entry, given }: Whom) {
  const { tx, now } = work
  const { groups: before = [] } = given
  const wanted = running(entry.rest, now)
  const isSame = before.length === 0 && wanted.length === 0
  const left = isSame ? [] : await listLeftGrants(tx, player.id, now)
  const after = new Map(before.map((group) => [group.id, group]))
  let hasChanged = false
  const put = (group: GivenGroup): void => {
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
      put(await giveGroup(app, work, player.id, group))
    }
  }
  for (const last of before) {
    const held = left.find(({ id }) => id === last.grant)
    if (wanted.some(({ id }) => id === last.id) || held?.expiresAt !== last.until) continue
    await markGrantTaken(tx, held.id, now)
    after.delete(last.id)
    hasChanged = true
  }
  return hasChanged ? { groups: [...after.values()] } : {}
}

async function balanceOf(app: Needs, work: Work<Actor>, { player, entry, given }: Whom) {
  const after: Pick<Belongings, 'realCents' | 'virtualCents'> = {}
  const change = { realCents: 0, virtualCents: 0 }
  for (const which of ['realCents', 'virtualCents'] as const) {
    const { [which]: before = 0 } = given
    const { [which]: wanted } = entry.rest
    if (wanted === before || player[which] !== before) continue
    change[which] = wanted - before
    after[which] = wanted
  }
  if (Object.keys(after).length > 0) {
    await changeBalanceIn(work, app.random, player.id, { ...change, reason: 'import' })
  }
  return after
}

async function updateBan(app: Needs, work: Work<Actor>, { player, entry, given }: Whom) {
  const { tx, now, by } = work
  const wanted = banOf(entry.rest, now)
  if (isSameBan(given.ban, wanted, now)) return {}
  const [newest] = await listBans(tx, player.id, { before: undefined, limit: 1 })
  const isOurs = newest?.id === given.ban?.id && (newest?.liftedAt ?? null) === null
  if (!isOurs || (newest && newest.expiresAt !== given.ban?.until)) return {}
  await liftRunningBans(tx, player.id, { by: by.actor, now })
  work.note(wanted ? 'player.banned' : 'player.unbanned', player.id, {
    before: newest?.reason ?? null,
    after: wanted?.reason ?? null,
  })
  if (!wanted) return { ban: undefined }
  await signOutEverywhere(tx, player.id)
  return { ban: await giveBan(app, work, player.id, wanted) }
}

async function outfitOf(work: Work<Actor>, scratch: Scratch, { player, entry, given }: Whom) {
  const { skinHash, skinTwinHash = null, skinModel, capeHash } = entry.rest.outfit
  const after: Pick<Belongings, 'skin' | 'cape'> = {}
  const action = 'texture.uploaded'
  if (skinHash && skinHash !== given.skin && player.skinHash === (given.skin ?? null)) {
    const outfit = { skinHash, skinTwinHash, skinModel: skinModel ?? 'classic' }
    const hashes = [skinHash, ...(skinTwinHash ? [skinTwinHash] : [])]
    const textures = hashes.map((hash) => takeTexture(scratch, hash))
    await changeOutfit(work, player.id, { kind: 'skin', action, outfit, textures })
    after.skin = skinHash
  }
  if (capeHash && capeHash !== given.cape && player.capeHash === (given.cape ?? null)) {
    const textures = [takeTexture(scratch, capeHash)]
    await changeOutfit(work, player.id, { kind: 'cape', action, outfit: { capeHash }, textures })
    after.cape = capeHash
  }
  return after
}
