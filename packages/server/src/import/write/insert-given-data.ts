import { changeBalanceIn } from '../../account/balance/change-balance.ts'
import { insertBan } from '../../admin/bans/ban-store.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { insertRoleIds } from '../../permissions/assignment-store.ts'
import { insertGrant } from '../../permissions/grants/grant-store.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { markOf } from '../plan/fingerprint.ts'
import {
  type Belongings,
  banOf,
  type GivenBan,
  type GivenGroup,
  running,
} from '../plan/given-data.ts'
import type { Entry } from '../plan/plan-store.ts'

type Needs = { random: Random }
type Ban = NonNullable<Entry['rest']['ban']>

/** Gives a player who just came what few have. @returns what it gave. */
export async function insertBelongings(
  app: Needs,
  work: Work<Actor>,
  id: string,
  { rest }: Pick<Entry, 'rest'>,
): Promise<Belongings> {
  const { realCents, virtualCents, roles, outfit } = rest
  if (realCents !== 0 || virtualCents !== 0) {
    await changeBalanceIn(work, app.random, id, { realCents, virtualCents, reason: 'import' })
  }
  await insertRoleIds(work.tx, id, roles)
  const groups: GivenGroup[] = []
  for (const group of running(rest, work.now)) {
    groups.push(await giveGroup(app, work, id, group))
  }
  const wanted = banOf(rest, work.now)
  const ban = wanted && (await giveBan(app, work, id, wanted))
  return {
    ...(roles.length > 0 && { roles }),
    ...(groups.length > 0 && { groups }),
    ...(realCents !== 0 && { realCents }),
    ...(virtualCents !== 0 && { virtualCents }),
    ...(ban && { ban }),
    ...(outfit.skinHash && { skin: outfit.skinHash }),
    ...(outfit.capeHash && { cape: outfit.capeHash }),
  }
}

export async function giveGroup(
  { random }: Needs,
  { tx, now, by }: Work<Actor>,
  playerId: string,
  { id, until }: { id: string; until: number | null },
): Promise<GivenGroup> {
  const grant = newSortableId(random, now)
  await insertGrant(tx, playerId, {
    id: grant,
    group: id,
    node: null,
    startsAt: now,
    expiresAt: until,
    createdAt: now,
    author: by.actor,
    takenAt: null,
  })
  return { id, grant, until }
}

export async function giveBan(
  { random }: Needs,
  { tx, now, by }: Work<Actor>,
  playerId: string,
  { reason, until }: Ban,
): Promise<GivenBan> {
  const id = newSortableId(random, now)
  await insertBan(tx, playerId, {
    id,
    reason,
    expiresAt: until,
    author: by.actor,
    createdAt: now,
    liftedAt: null,
    liftedBy: null,
  })
  return { id, reason: markOf(reason), until }
}
