import type { App } from '../app.ts'
import { giveHeld } from './give-held.ts'

export type PurchaseParts = {
  /** Gives new players what was paid for under their names, in the transaction that creates them. */
  giveHeldPurchases(...args: HeldArguments): Promise<void>
}

type HeldArguments = Parameters<typeof giveHeld> extends [unknown, ...infer Rest] ? Rest : never

export function openPurchases(app: Pick<App, 'config' | 'random'>): PurchaseParts {
  return { giveHeldPurchases: (...args) => giveHeld(app, ...args) }
}
