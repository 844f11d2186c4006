import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { changeSource, hookUrl, mapProduct } from '../../src/purchases/change-source.ts'
import type { Reward } from '../../src/purchases/purchase.ts'
import type { Site } from '../support/site.ts'
import { openStubServer } from '../support/stub-server.ts'
import { addRank } from './tebex-shop.ts'

export const KEY = 'd8578edf8458ce06fbc5bb76a58c5ca4'

type Product = { id: number; number?: number; product_id?: number; amount?: unknown }
type Payment = { id: number; customer?: string; status?: number; products?: Product[] }

/**
 * Opens a stand-in for the API of EasyDonate, as documented at docs.easydonate.ru/shop/payment and
 * docs.easydonate.ru/error-codes.
 */
export async function openEasyDonateApi(site: Site) {
  const payments = new Map<number, Payment>()
  let away: ((response: ServerResponse) => void) | undefined
  const api = await openStubServer((request, response) => {
    if (away) return away(response)
    const id = Number(/^\/shop\/payment\/(\d+)$/.exec(request.url ?? '')?.[1])
    const payment = payments.get(id)
    const error = request.headers['shop-key'] === KEY ? 2 : 1
    const answer =
      payment && error === 2
        ? { success: true, response: describe(payment) }
        : { success: false, response: 'not found', error_code: error }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  for (const { app } of site.instances) app.config.easydonateApiUrl = api.url
  return {
    requests: api.requests,
    add: (payment: Payment) => void payments.set(payment.id, payment),
    setAway(answer: ((response: ServerResponse) => void) | undefined) {
      away = answer
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

/** Returns a callback with a valid signature and with other products than the payment has. */
export function callbackOf(id: number, { customer = 'Steve', key = KEY } = {}): string {
  const signature = createHmac('sha256', key).update(`${id}@90.5@${customer}`).digest('hex')
  const forged = [{ id: 999, count: 50 }]
  return JSON.stringify({ payment_id: id, cost: 90.5, customer, products: forged, signature })
}

/** Opens a stand-in for the API of EasyDonate, turns the shop on and maps products. */
export async function openEasyDonate(site: Site, products: Record<number, Reward> = {}) {
  const api = await openEasyDonateApi(site)
  const changes = { isEnabled: true, secret: KEY }
  const source = await changeSource(site.app, COMMAND_LINE, 'easydonate', changes)
  for (const [product, reward] of Object.entries(products)) {
    if (reward.kind === 'group') await addRank(site, reward.group)
    await mapProduct(site.app, COMMAND_LINE, { source: 'easydonate', product, reward })
  }
  const path = new URL(hookUrl(site.app, source)).pathname
  const shop = {
    ...api,
    path,
    post: (body: object | string, instance = 0) =>
      site.browser({ instance }).post(path, typeof body === 'string' ? body : JSON.stringify(body)),
    notify(id: number, { customer = 'Steve', key = KEY, instance = 0 } = {}) {
      return shop.post(callbackOf(id, { customer, key }), instance)
    },
    pay(payment: Payment) {
      shop.add(payment)
      return shop.notify(payment.id)
    },
  }
  return shop
}

function describe({ id, customer = 'Steve', status = 2, products = [{ id: 1 }] }: Payment) {
  return {
    id,
    customer,
    email: null,
    shop_id: 531,
    status,
    products: products.map((product) => ({ number: 1, name: 'VIP', price: 49, ...product })),
  }
}
