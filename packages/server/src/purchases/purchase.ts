export const SOURCES = ['tebex', 'easydonate'] as const
export type Source = (typeof SOURCES)[number]

export const SHOP_NAMES: Readonly<Record<Source, string>> = {
  tebex: 'Tebex',
  easydonate: 'EasyDonate',
}

export function isSource(text: string): text is Source {
  return SOURCES.some((source) => source === text)
}

export type PurchaseSource = {
  source: Source
  hook: string
  secretSealed: string | null
  isEnabled: boolean
  createdAt: number
}

/** The reward for one piece of a product. `days` is null if the rank is permanent. */
export type Reward =
  | { kind: 'group'; group: string; days: number | null }
  | { kind: 'real' | 'virtual'; cents: number }
  | { kind: 'nothing' }

export const PURCHASE_STATES = ['completed', 'disputed', 'refunded'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

export type Purchase = {
  source: Source
  payment: string
  state: PurchaseState
  subscription: string | null
  noticedAt: number
  createdAt: number
}

/**
 * Why an item is held although its player exists: its product has no reward, the rank cannot be given, or the balance
 * would exceed its limit.
 */
export type ItemProblem = 'product' | 'rank' | 'limit'

export type ItemState = 'held' | 'given' | 'ended' | 'taken' | 'void'

/** A product of a payment, and what it gave (database/tables/purchases.ts). */
export type Item = {
  source: Source
  payment: string
  position: number
  product: string
  quantity: number
  username: string | null
  playerId: string | null
  state: ItemState
  problem: ItemProblem | null
  reward: Reward | null
  grantId: string | null
  added: number | null
  formerEnd: number | null
  taken: number | null
  givenAt: number | null
  takenAt: number | null
}

export type ItemKey = Pick<Item, 'source' | 'payment' | 'position'>

export type Payment = {
  payment: string
  subscription: string | null
  items: { product: string; quantity: number; username: string }[]
}

/** A report of a shop. `at` is an instant of the shop's clock. */
export type Notice =
  | { kind: 'completed' | 'refunded'; payment: Payment }
  | { kind: 'disputed' | 'restored'; payment: Payment; at: number }
  | { kind: 'ended'; subscription: string }
  | { kind: 'ignored' }

/**
 * The part of an item that was taken back. `taken` and `rest` are milliseconds of a rank or hundredths of a currency.
 * `taken` is null for a permanent rank: a restored payment gives all of it again. `rest` is the part that could not be
 * taken back because the player had used it. `changed`: whether the player now has less than before.
 */
export type Taken = { taken: number | null; rest: number | null; changed: boolean }

/**
 * Returns the part of a reward that an item still has to get, after a dispute took some of it or after its subscription
 * ended. The part is in milliseconds of a rank or hundredths of a currency; null means all of the reward.
 */
export function partOwed({ reward: former, taken }: Item, reward: Reward): number | null {
  const wasNeverGiven = former === null
  if (taken === 0) return wasNeverGiven && reward.kind !== 'group' ? null : 0
  const isPermanent = reward.kind === 'group' && reward.days === null
  return former?.kind === reward.kind && !isPermanent ? taken : null
}

export function secretContext(source: Source): string {
  return `purchase:${source}`
}

/** Returns the actor of a shop, the author of everything that the shop gives and takes back. */
export function actorOf(source: Source): string {
  return `purchase:${source}`
}
