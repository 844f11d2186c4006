import type { Grant as GrantItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { listUsernames } from '../../players/player-store.ts'
import { type Grant, isActive } from './grant.ts'

type Deps = Pick<App, 'db' | 'clock'>

export async function describeGrants(
  { db, clock }: Deps,
  grants: readonly Grant[],
): Promise<GrantItem[]> {
  const names = await listUsernames(
    db,
    grants.map(({ author }) => author),
  )
  return grants.map((grant) => toItem(grant, names, clock.now()))
}

export async function describeGrant({ db, clock }: Deps, grant: Grant): Promise<GrantItem> {
  return toItem(grant, await listUsernames(db, [grant.author]), clock.now())
}

function toItem(grant: Grant, names: ReadonlyMap<string, string>, now: number): GrantItem {
  const { startsAt, expiresAt, takenAt, createdAt } = grant
  return {
    id: grant.id,
    group: grant.group,
    node: grant.node,
    running: isActive(grant, now),
    startsAt: isoInstant(startsAt),
    expiresAt: isoOrNull(expiresAt),
    takenAt: isoOrNull(takenAt),
    author: grant.author,
    authorName: names.get(grant.author) ?? null,
    createdAt: isoInstant(createdAt),
  }
}
