import {
  openTebex,
  type PaymentOptions,
} from '../../../packages/server/test/purchases/tebex-shop.ts'
import type { DemoSite } from '../demo-site.ts'
import type { Event } from './event.ts'

type Shop = Awaited<ReturnType<typeof openTebex>>

const PRODUCTS = {
  5210: { kind: 'group', group: 'traveler', days: 30 },
  5211: { kind: 'group', group: 'knight', days: 30 },
  5212: { kind: 'real', cents: 50_000 },
} as const

/** Purchases in a shop: some delivered, one refunded, and two that wait for the owner. */
export function purchases(): Event[] {
  let opened: Promise<Shop> | undefined
  const shopOf = (site: DemoSite): Promise<Shop> => {
    opened ??= openTebex(
      { app: site.app, now: site.now, browser: () => site.newBrowser() },
      PRODUCTS,
    )
    return opened
  }
  const pay = (daysAgo: number, payment: PaymentOptions): Event => ({
    daysAgo,
    happen: async ({ site }) => expectTaken(await (await shopOf(site)).pay(payment)),
  })
  const refunded = {
    payment: 'tbx-91c0e47d5582',
    customer: 'Wolfsbane',
    products: [{ id: 5211 }],
  }
  return [
    pay(20.6, { payment: 'tbx-1f7a20b94c16', customer: 'Ember_Fox', products: [{ id: 5210 }] }),
    pay(12.7, { payment: 'tbx-30d8e1c6a742', customer: 'Tinker_Tom', products: [{ id: 5211 }] }),
    pay(8.4, refunded),
    {
      daysAgo: 7.2,
      happen: async ({ site }) => expectTaken(await (await shopOf(site)).refund(refunded)),
    },
    pay(4.9, { payment: 'tbx-5b64f09d8e31', customer: 'Quillon', products: [{ id: 5212 }] }),
    pay(2.2, { payment: 'tbx-77e2a5c3b019', customer: 'MapelSyrup', products: [{ id: 5210 }] }),
    pay(0.4, { payment: 'tbx-c41b90ae6d27', customer: 'Oakheart', products: [{ id: 5299 }] }),
  ]
}

function expectTaken({ status, text }: { status: number; text: string }): void {
  if (status >= 300) throw new Error(`a callback of the shop: ${status} ${text}`)
}
