import type { Actor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { auditText, type Grant, isActiveOrScheduled } from '../permissions/grants/grant.ts'
import { findGrant, markGrantRevoked, updateGrantEnd } from '../permissions/grants/grant-store.ts'
import { isoInstant, isoOrNull } from '../platform/clock.ts'
import { absorbedTime } from './give-item.ts'
import { listOtherItemsOf, updateItem } from './item-store.ts'
import type { Item, Taken } from './purchase.ts'

/**
 * Takes the time that an item gave from the player's rank. The caller has locked the player's row. Time from other
 * sources stays, whether given before or after; the rank ends when no time is left. Finds the rank by the ID of the
 * grant, because the rank may have been renamed or deleted.
 */
export async function takeRank(
  shop: UnitOfWork<Actor>,
  playerId: string,
  item: Item,
): Promise<Taken> {
  const grant = item.grantId === null ? undefined : await findGrant(shop.tx, item.grantId)
  const isForGood = absorbedTime(item) === undefined
  if (!grant || !isActiveOrScheduled(grant, shop.now)) return nothing(item.added)
  if (isForGood) return takePermanent(shop, playerId, item, grant)
  if (grant.expiresAt === null) return takeFromPermanent(shop, item, grant)
  if (item.added === null) return nothing(0)
  return moveEnd(shop, playerId, grant, { by: item.added, to: grant.expiresAt - item.added })
}

/** The result if the rank stays permanent. */
const UNCHANGED: Taken = { taken: null, rest: 0, changed: false }

function nothing(rest: number | null): Taken {
  return { taken: 0, rest, changed: false }
}

/**
 * Ends a permanent rank. If several payments made it permanent, it stays permanent until the last of them is taken
 * back.
 */
async function takePermanent(
  shop: UnitOfWork<Actor>,
  playerId: string,
  item: Item,
  grant: Grant,
): Promise<Taken> {
  const { formerEnd } = item
  if (formerEnd === null || grant.expiresAt !== null) return UNCHANGED // the rank was permanent before this item
  const others = await listOtherItemsOf(shop.tx, grant.id, item)
  const heir = others.find((other) => absorbedTime(other) === undefined)
  if (heir) {
    await updateItem(shop.tx, { ...heir, formerEnd })
    return UNCHANGED
  }
  let end = formerEnd
  for (const other of others.filter(({ added }) => added === null)) {
    const added = absorbedTime(other) ?? 0
    end = Math.max(end, other.givenAt ?? end) + added
    await updateItem(shop.tx, { ...other, added })
  }
  await moveEnd(shop, playerId, grant, { by: 0, to: end })
  return { ...UNCHANGED, changed: true }
}

/**
 * Takes the time of an item from a rank that is permanent by another item. The rank stays permanent. Only the end that
 * the rank will have once the permanent item is taken back becomes earlier.
 */
async function takeFromPermanent(
  shop: UnitOfWork<Actor>,
  item: Item,
  grant: Grant,
): Promise<Taken> {
  const others = await listOtherItemsOf(shop.tx, grant.id, item)
  const permanent = others.find(({ formerEnd }) => formerEnd !== null)
  if (item.added !== null && permanent?.formerEnd != null) {
    await updateItem(shop.tx, { ...permanent, formerEnd: permanent.formerEnd - item.added })
  }
  return UNCHANGED
}

async function moveEnd(
  shop: UnitOfWork<Actor>,
  playerId: string,
  grant: Grant,
  { by, to }: { by: number; to: number },
): Promise<Taken> {
  const { tx, now } = shop
  const end = Math.max(to, now)
  const taken = grant.expiresAt === null ? 0 : grant.expiresAt - end
  const next = { ...grant, expiresAt: end }
  const before = auditText(grant)
  if (end > now) {
    await updateGrantEnd(tx, next)
    shop.audit('grant.taken', playerId, { before, after: auditText(next) })
  } else {
    await markGrantRevoked(tx, grant.id, now)
    shop.audit('grant.taken', playerId, { before })
  }
  const { group } = grant
  if (group !== null && grant.startsAt <= now) {
    const data = { player: playerId, group, source: 'purchase' as const }
    if (end > now) shop.emit('player.group_given', { ...data, until: isoOrNull(end) })
    else shop.emit('player.group_ended', { ...data, until: isoInstant(now) })
  }
  return { taken, rest: Math.max(by - taken, 0), changed: true }
}
