import { applyBalanceChange } from '../../account/balance/change-balance.ts'
import { insertBan } from '../../admin/bans/ban-store.ts'
import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { insertRoleIds } from '../../permissions/assignment-store.ts'
import { insertGrant } from '../../permissions/grants/grant-store.ts'
import { newSortableId, type Random } from '../../platform/random.ts'
import { fingerprintOf } from '../plan/fingerprint.ts'
import type { Entry } from '../plan/plan-store.ts'
import {
  banOf,
  type ImportedBan,
  type ImportedRank,
  type RelatedData,
  runningRanks,
} from '../plan/related-data.ts'

type Deps = { random: Random }
type Ban = NonNullable<Entry['rest']['ban']>

export async function insertRelatedData(
  app: Deps,
  work: UnitOfWork<Actor>,
  id: string,
  { rest }: Pick<Entry, 'rest'>,
): Promise<RelatedData> {
  const { realCents, virtualCents, roles, appearance } = rest
  if (realCents !== 0 || virtualCents !== 0) {
    await applyBalanceChange(work, app.random, id, { realCents, virtualCents, reason: 'import' })
  }
  await insertRoleIds(work.tx, id, roles)
  const groups: ImportedRank[] = []
  for (const group of runningRanks(rest, work.now)) {
    groups.push(await insertRankGrant(app, work, id, group))
  }
  const wanted = banOf(rest, work.now)
  const ban = wanted && (await insertImportedBan(app, work, id, wanted))
  return {
    ...(roles.length > 0 && { roles }),
    ...(groups.length > 0 && { groups }),
    ...(realCents !== 0 && { realCents }),
    ...(virtualCents !== 0 && { virtualCents }),
    ...(ban && { ban }),
    ...(appearance.skinHash && { skin: appearance.skinHash }),
    ...(appearance.capeHash && { cape: appearance.capeHash }),
  }
}

export async function insertRankGrant(
  { random }: Deps,
  { tx, now, by }: UnitOfWork<Actor>,
  playerId: string,
  { id, until }: { id: string; until: number | null },
): Promise<ImportedRank> {
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

export async function insertImportedBan(
  { random }: Deps,
  { tx, now, by }: UnitOfWork<Actor>,
  playerId: string,
  { reason, until }: Ban,
): Promise<ImportedBan> {
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
  return { id, reason: fingerprintOf(reason), until }
}
