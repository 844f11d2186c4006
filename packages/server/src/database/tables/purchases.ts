import { column, type Row } from './column.ts'
import { asStored, DUPLICATE, INTERNAL, IS_PLAYER, instant } from './export-rules.ts'

export type PurchaseSourceTable = {
  source: string
  /** The secret part of the URL to which the shop sends callbacks. */
  hook: string
  secret_sealed: string | null
  enabled: number
  created_at: number
}

export type PurchaseProductTable = {
  source: string
  product: string
  /** The kind of reward: `group`, `real`, `virtual` or `nothing`. */
  kind: string
  bundle_id: string | null
  /** The duration of a rank in days; null for a permanent rank and for other rewards. */
  days: number | null
  cents: number | null
}

/** A payment in a shop. Repeated callbacks about it are counted once. */
export type PurchaseTable = {
  source: string
  payment: string
  /** `completed`, `disputed` or `refunded`. */
  state: string
  subscription: string | null
  /** When the shop sent its latest notice of a dispute, by the shop's clock. */
  noticed_at: number
  created_at: number
}

export type PurchaseItemTable = Row<typeof PurchaseItemTable>
export const PurchaseItemTable = {
  source: column<string>(asStored('shop')),
  payment: column<string>(asStored('payment')),
  position: column<number>(INTERNAL),
  product: column<string>(asStored('product')),
  quantity: column<number>(asStored('quantity')),
  /** The player's name as the shop sent it; null for a deleted player. */
  username: column<string | null>(asStored('name')),
  /** The player who gets the item; null as long as no player has the name. */
  player_id: column<string | null>(IS_PLAYER),
  /** `held`, `given`, `ended`, `taken` or `void` (refunded before it was given). */
  state: column<string>(asStored('state')),
  /** Why the item is held although there is a player: `product`, `rank` or `limit`. */
  problem: column<string | null>(asStored('problem')),
  kind: column<string | null>(asStored('gives')),
  bundle_id: column<string | null>(asStored('group')),
  days: column<number | null>(asStored('days')),
  cents: column<number | null>({
    as: 'amount',
    read: (cents) => (cents === null ? null : Number(cents) / 100),
  }),
  grant_id: column<string | null>(INTERNAL),
  /**
   * By how many milliseconds the item moved the end of the grant; null if the grant was already permanent or became
   * permanent.
   */
  added: column<number | null>(INTERNAL),
  /** The end of the grant before this item made it permanent; null if the item did not. */
  former_end: column<number | null>(INTERNAL),
  /**
   * How much of the item was taken back, in milliseconds of a rank or hundredths of a currency; null if all of it was.
   * In an item that was never given, 0 means that its subscription has ended, so the item no longer gives a rank.
   */
  taken: column<number | null>(INTERNAL),
  given_at: column<number | null>(instant('givenAt')),
  taken_at: column<number | null>(instant('takenAt')),
  username_key: column<string | null>(DUPLICATE),
}

export type PurchaseCallbackTable = Row<typeof PurchaseCallbackTable>
export const PurchaseCallbackTable = {
  /** A hash of the callback's body. */
  id: column<string>(INTERNAL),
  source: column<string>(asStored('shop')),
  payment: column<string | null>(asStored('payment')),
  player_id: column<string | null>(IS_PLAYER),
  body: column<string>({ leftOut: 'is about the buyer, who may be another person' }),
  received_at: column<number>(instant('receivedAt')),
}
