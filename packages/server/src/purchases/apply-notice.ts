import type { App } from '../app.ts'
import type { AnonymousActor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import { findPlayerIdByUsername, lockPlayer } from '../players/player-store.ts'
import { auditText } from './describe-reward.ts'
import { asShop, giveItem } from './give-item.ts'
import { insertItems, listItems } from './item-store.ts'
import type { Item, Notice, Payment, Purchase, Source } from './purchase.ts'
import {
  insertCallback,
  insertPurchase,
  listPaymentsOf,
  lockPurchase,
  updatePurchase,
} from './purchase-store.ts'
import { lockSource } from './source-store.ts'
import { endItem, restoreItem, takeItem } from './take-item.ts'

export type NoticeDeps = ChangeDeps & Pick<App, 'config'>
type Work = UnitOfWork<AnonymousActor>
type PaymentNotice = Extract<Notice, { payment: Payment }>

/**
 * Applies a report of a shop. A repeated report is applied once: everything is in one transaction, and the lock of the
 * shop makes callbacks run one after another.
 * @throws Refusal `request.notfound` if the shop was turned off
 */
export async function applyNotice(
  app: NoticeDeps,
  { source, ip }: { source: Source; ip: string },
  { notice, id, body }: { notice: Notice; id: string; body: string },
): Promise<void> {
  await change(app, { actor: null, ip }, async (work) => {
    const found = await lockSource(work.tx, source)
    if (!found?.isEnabled) throw new Refusal('request.notfound')
    const payment = 'payment' in notice ? notice.payment.payment : null
    if (notice.kind === 'ended') await endSubscription(app, work, source, notice.subscription)
    else if (notice.kind !== 'ignored') await applyPayment(app, work, source, notice)
    const items = payment === null ? [] : await listItems(work.tx, source, payment)
    const playerId = items.find((item) => item.playerId !== null)?.playerId ?? null
    await insertCallback(work.tx, { id, source, payment, playerId, body, receivedAt: work.now })
  })
}

async function applyPayment(
  app: NoticeDeps,
  work: Work,
  source: Source,
  notice: PaymentNotice,
): Promise<void> {
  const known = await lockPurchase(work.tx, source, notice.payment.payment)
  if (known) return applyToKnown(app, work, known, notice)
  const purchase = newPurchase(source, notice, work.now)
  if (!(await insertPurchase(work.tx, purchase))) return
  const items = notice.payment.items.map((item, position) => newItem(purchase, item, position))
  await insertItems(work.tx, items)
  if (purchase.state !== 'completed') {
    for (const item of items)
      asShop(work, source).audit(auditOf(notice), null, { after: auditText(item) })
    return
  }
  for (const item of items) await giveOrHold(app, work, item)
}

/**
 * Makes the purchase for the first report of a payment. If this report is a refund or dispute, the products of the
 * payment are not given.
 */
function newPurchase(source: Source, notice: PaymentNotice, now: number): Purchase {
  const { payment, subscription } = notice.payment
  const isGiven = notice.kind === 'completed' || notice.kind === 'restored'
  return {
    source,
    payment,
    state: isGiven ? 'completed' : notice.kind === 'disputed' ? 'disputed' : 'refunded',
    subscription,
    noticedAt: 'at' in notice ? notice.at : 0,
    createdAt: now,
  }
}

function newItem(
  { source, payment, state }: Purchase,
  { product, quantity, username }: Payment['items'][number],
  position: number,
): Item {
  return {
    source,
    payment,
    position,
    product,
    quantity,
    username,
    playerId: null,
    state: state === 'refunded' ? 'void' : 'held',
    problem: null,
    reward: null,
    grantId: null,
    added: null,
    formerEnd: null,
    taken: null,
    givenAt: null,
    takenAt: null,
  }
}

async function giveOrHold(app: NoticeDeps, work: Work, item: Item): Promise<void> {
  const id = item.playerId ?? (await findPlayerIdByUsername(work.tx, item.username ?? ''))
  const player = id === undefined ? undefined : await lockPlayer(work.tx, id)
  if (player) await giveItem(app, work, item, player.id)
  else asShop(work, item.source).audit('purchase.held', null, { after: auditText(item) })
}

async function applyToKnown(
  app: NoticeDeps,
  work: Work,
  known: Purchase,
  notice: PaymentNotice,
): Promise<void> {
  const subscription = known.subscription ?? notice.payment.subscription
  if (subscription !== known.subscription) await updatePurchase(work.tx, { ...known, subscription })
  const next = nextOf({ ...known, subscription }, notice)
  if (!next) return
  await updatePurchase(work.tx, next)
  if (next.state === known.state) return
  for (const item of await listItems(work.tx, known.source, known.payment)) {
    if (next.state === 'completed') await restore(app, work, item)
    else await takeItem(app, work, item, next.state)
  }
}

async function restore(app: NoticeDeps, work: Work, item: Item): Promise<void> {
  if (item.state !== 'held') return restoreItem(app, work, item)
  asShop(work, item.source).audit('purchase.restored', item.playerId, { after: auditText(item) })
  await giveOrHold(app, work, item)
}

/**
 * Returns the purchase as it is after a report.
 * @returns undefined if the report changes nothing because it is repeated or outdated
 */
function nextOf(known: Purchase, notice: PaymentNotice): Purchase | undefined {
  if (notice.kind === 'refunded')
    return known.state === 'refunded' ? undefined : { ...known, state: 'refunded' }
  if (!('at' in notice) || known.state === 'refunded' || notice.at < known.noticedAt)
    return undefined
  const state = notice.kind === 'disputed' ? 'disputed' : 'completed'
  return { ...known, state, noticedAt: notice.at }
}

function auditOf({ kind }: PaymentNotice): 'purchase.refunded' | 'purchase.disputed' {
  return kind === 'disputed' ? 'purchase.disputed' : 'purchase.refunded'
}

async function endSubscription(
  app: NoticeDeps,
  work: Work,
  source: Source,
  subscription: string,
): Promise<void> {
  for (const payment of await listPaymentsOf(work.tx, source, subscription)) {
    for (const item of await listItems(work.tx, source, payment)) await endItem(app, work, item)
  }
}
