import { openEasyDonate } from '../purchases/easydonate-shop.ts'
import { openTebex } from '../purchases/tebex-shop.ts'
import { owner } from '../support/administrator.ts'
import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

const PATH = '/admin/purchases'
const SHOP = `${PATH}/sources/tebex`
const NOTHING = { 1: { kind: 'nothing' } } as const

/** A successful and a refused call for each endpoint about purchases. */
export const purchaseCalls = {
  receiveTebex: {
    happy: async (site) => (await openTebex(site)).send('validation.webhook', {}),
    refused: (site) => site.browser().post('/hooks/tebex/guessed', {}),
  },
  receiveEasyDonate: {
    async happy(site) {
      await using shop = await openEasyDonate(site)
      return await shop.pay({ id: 7 }) // before the shop closes
    },
    refused: (site) => site.browser().post('/hooks/easydonate/guessed', {}),
  },
  listPurchases: {
    async happy(site) {
      await (await openTebex(site, NOTHING)).pay()
      return (await owner(site)).get(PATH)
    },
    refused: (site) => site.browser().get(PATH),
  },
  listPurchaseSources: {
    async happy(site) {
      await openTebex(site, NOTHING)
      return (await owner(site)).get(`${PATH}/sources`)
    },
    refused: (site) => site.browser().get(`${PATH}/sources`),
  },
  changePurchaseSource: {
    happy: async (site) => (await owner(site)).send('PATCH', SHOP, { enabled: true, secret: 'a' }),
    refused: async (site) => (await owner(site)).send('PATCH', `${SHOP}x`, { enabled: true }),
  },
  mapPurchaseProduct: {
    happy: async (site) => (await owner(site)).send('PUT', `${SHOP}/products/1`, { real: 5 }),
    refused: async (site) => (await owner(site)).send('PUT', `${SHOP}/products/1`, { group: 'no' }),
  },
  unmapPurchaseProduct: {
    async happy(site) {
      await openTebex(site, NOTHING)
      return (await owner(site)).send('DELETE', `${SHOP}/products/1`)
    },
    refused: async (site) => (await owner(site)).send('DELETE', `${SHOP}/products/1`),
  },
  giveHeldPurchases: {
    async happy(site) {
      await openTebex(site, NOTHING)
      return (await owner(site)).send('POST', `${SHOP}/products/1/give`)
    },
    refused: async (site) => (await owner(site)).send('POST', `${SHOP}/products/1/give`),
  },
  assignPurchase: {
    async happy(site) {
      await (await openTebex(site, NOTHING)).pay({ customer: 'Alex' })
      await site.player('Steve')
      return assign(site, { payment: 'tbx-1', player: 'Steve' })
    },
    async refused(site) {
      await site.player('Steve')
      return assign(site, { payment: 'tbx-9', player: 'Steve' })
    },
  },
} satisfies Partial<Record<Name, Calls>>

async function assign(site: Site, body: object): Promise<Reply> {
  return (await owner(site)).send('POST', `${PATH}/assign`, body)
}
