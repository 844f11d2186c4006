import { column, type Row } from './column.ts'
import { asStored, DUPLICATE, INTERNAL, IS_PLAYER, instant } from './export-rules.ts'

export type PurchaseSourceTable = {
  source: string
  /** The secret part of the URL. */
  hook: string
  secret_sealed: string | null
  enabled: number
  created_at: number
}

export type PurchaseProductTable = {
  source: string
  product: string
  /** `group`, `real`, `virtual` or `nothing`. */
  kind: string
  bundle_id: string | null
  /** The duration of a rank; null for a permanent rank and for other kinds. */
  days: number | null
  cents: number | null
}

/** A payment, which is counted once. */
export type PurchaseTable = {
  source: string
  payment: string
  /** `completed`, `disputed` or `refunded`. */
  state: string
  subscription: string | null
  /** When the shop sent its newest notice of a dispute, by the shop's clock. */
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
  /** The name as the shop sent it; null for a deleted player. */
  username: column<string | null>(asStored('name')),
  /** Null while no player has that name. */
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
  /** Milliseconds by which the end of the grant moved; null: the grant is or became permanent. */
  added: column<number | null>(INTERNAL),
  /** The end of the grant before this item made it permanent. */
  former_end: column<number | null>(INTERNAL),
  /**
   * The part that was taken back, in milliseconds or hundredths; null: all of it. 0 for an item that was never given: its
   * subscription has ended, so a rank is no longer given.
   */
  taken: column<number | null>(INTERNAL),
  given_at: column<number | null>(instant('givenAt')),
  taken_at: column<number | null>(instant('takenAt')),
  username_key: column<string | null>(DUPLICATE),
}

export type PurchaseCallbackTable = Row<typeof PurchaseCallbackTable>
export const PurchaseCallbackTable = {
  /** A hash of the body. */
  id: column<string>(INTERNAL),
  source: column<string>(asStored('shop')),
  payment: column<string | null>(asStored('payment')),
  player_id: column<string | null>(IS_PLAYER),
  body: column<string>({ leftOut: 'is about the buyer, who may be another person' }),
  received_at: column<number>(instant('receivedAt')),
}
