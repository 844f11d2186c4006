import type { App } from '../app.ts'
import type { Actor, AnonymousActor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import { lookupKey, type Player } from '../players/player.ts'
import { auditText } from './describe-reward.ts'
import { type GiveDeps, giveItem } from './give-item.ts'
import { countHeldItems, listHeldItems, listHeldPayments, listItems } from './item-store.ts'
import type { Item, Source } from './purchase.ts'
import { listSourcesOfPayment, lockPurchase } from './purchase-store.ts'
import { findReward, lockSource, type PurchaseMapping, shareSources } from './source-store.ts'

/** How many payments one call of `giveHeldOfProduct` gives at most, to limit the duration of the request. */
const GIVEN_AT_ONCE = 200

/**
 * Gives new players the purchases that were paid for under their names, in the transaction that
 * creates them.
 */
export async function giveHeld(
  app: GiveDeps,
  work: UnitOfWork<Actor | AnonymousActor>,
  players: readonly Pick<Player, 'id' | 'username'>[],
): Promise<void> {
  if (players.length === 0 || !(await shareSources(work.tx))) return
  const ids = new Map(players.map(({ id, username }) => [lookupKey(username), id]))
  const held = await listHeldItems(
    work.tx,
    players.map(({ username }) => username),
  )
  for (const item of held) {
    const playerId = ids.get(lookupKey(item.username ?? ''))
    if (playerId !== undefined) await giveItem(app, work, item, playerId)
  }
}

/**
 * Gives a player the held products of a payment.
 * @returns these products, some of which may still be held
 * @param source needed only if several shops sent a payment with this ID
 * @throws Refusal `purchase.notfound`, `purchase.ambiguous`, `purchase.nothingheld`; `purchase.notgivable` if no
 * product could be given
 */
export async function assignPurchase(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { payment, source }: { payment: string; source?: Source | undefined },
  player: Pick<Player, 'id'>,
): Promise<Item[]> {
  return change(app, by, async (work) => {
    const sources = (await listSourcesOfPayment(work.tx, payment)).filter(
      (one) => source === undefined || one === source,
    )
    const [found, ...more] = sources
    if (found === undefined) throw new Refusal('purchase.notfound')
    if (more.length > 0) throw new Refusal('purchase.ambiguous')
    await lockSource(work.tx, found)
    const purchase = await lockPurchase(work.tx, found, payment)
    const items = await listItems(work.tx, found, payment)
    const held =
      purchase?.state === 'completed' ? items.filter(({ state }) => state === 'held') : []
    if (held.length === 0) throw new Refusal('purchase.nothingheld')
    const results: Item[] = []
    for (const item of held) results.push(await giveItem(app, work, item, player.id))
    const given = results.filter(({ state }) => state === 'given')
    if (given.length === 0) throw new Refusal('purchase.notgivable')
    for (const item of given) work.audit('purchase.assigned', player.id, { after: auditText(item) })
    return results
  })
}

/**
 * Gives the held purchases of a product to the players who paid for it, one payment per transaction, at most 200
 * payments. A payment for a name that no player has stays held until a player registers with this name.
 * @returns how many were given, and how many purchases with a known player are still held
 * @throws Refusal `purchase.notmapped`
 */
export async function giveHeldOfProduct(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { source, product }: Pick<PurchaseMapping, 'source' | 'product'>,
): Promise<{ given: number; held: number }> {
  if (!(await findReward(app.db, source, product))) throw new Refusal('purchase.notmapped')
  let given = 0
  for (const payment of await listHeldPayments(app.db, { source, product, limit: GIVEN_AT_ONCE })) {
    given += await giveHeldOfPayment(app, by, { source, payment, product })
  }
  const left = await countHeldItems(app.db)
  return { given, held: left.get(`${source} ${product}`) ?? 0 }
}

async function giveHeldOfPayment(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { source, payment, product }: { source: Source; payment: string; product: string },
): Promise<number> {
  return change(app, by, async (work) => {
    await lockSource(work.tx, source)
    const purchase = await lockPurchase(work.tx, source, payment)
    if (purchase?.state !== 'completed') return 0
    let given = 0
    for (const item of await listItems(work.tx, source, payment)) {
      const { playerId } = item
      if (item.state !== 'held' || item.product !== product || playerId === null) continue
      const result = await giveItem(app, work, item, playerId)
      if (result.state !== 'given') continue
      work.audit('purchase.assigned', playerId, { after: auditText(result) })
      given += 1
    }
    return given
  })
}
