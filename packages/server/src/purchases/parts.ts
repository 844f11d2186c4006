import type { App } from '../app.ts'
import { giveHeld } from './give-held.ts'

export type PurchaseParts = {
  giveHeldPurchases(...args: HeldArguments): Promise<void>
}

type HeldArguments = Parameters<typeof giveHeld> extends [unknown, ...infer Rest] ? Rest : never

export function openPurchases(app: Pick<App, 'config' | 'random'>): PurchaseParts {
  return { giveHeldPurchases: (...args) => giveHeld(app, ...args) }
}
