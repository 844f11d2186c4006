import { createHmac } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { SECOND } from '../platform/clock.ts'
import { fetchText, type TextResponse } from '../platform/outbound/fetch-text.ts'
import type { Payment } from './purchase.ts'
import { isSameText } from './tebex.ts'

const LIMITS = { budget: 5 * SECOND, sizeBytes: 1024 * 1024 }
/** The error code for "there is no such element" ("Error codes" in EasyDonate's documentation). */
const NOT_FOUND = 2
/** Codes for a wrong shop key, and for a plugin that is off or has failed. */
const TEMPORARY: readonly unknown[] = [1, 5, 6]
/** The status of a paid payment ("Payment" in EasyDonate's documentation). */
const PAID = 2

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Word = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,128}$' })
const Quantity = Type.Integer({ minimum: 1, maximum: 100_000 })

export type EasyDonateCallback = Static<typeof EasyDonateCallback>
export const EasyDonateCallback = Type.Object({
  payment_id: Id,
  cost: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 32 })])),
  customer: Type.Optional(Type.String({ maxLength: 256 })),
  signature: Type.Optional(Type.String({ maxLength: 256 })),
})

const ShopPayment = Type.Object({
  id: Id,
  customer: Word,
  status: Type.Integer(),
  products: Type.Array(
    Type.Object({
      id: Type.Union([Id, Word]),
      product_id: Type.Optional(Type.Union([Id, Word])),
      count: Type.Optional(Quantity),
      amount: Type.Optional(Type.Unknown()),
      number: Type.Optional(Quantity),
    }),
    { maxItems: 1000 },
  ),
})
const Answer = Type.Object({
  success: Type.Boolean(),
  response: Type.Optional(Type.Unknown()),
  error_code: Type.Optional(Type.Unknown()),
})

/**
 * Whether a callback may be from this shop. A wrong signature shows that the callback is from another shop. A missing
 * signature is accepted: the signature does not cover the products, and the payment is read from the shop's API in any
 * case.
 */
export function mayBeOfShop(key: string, callback: EasyDonateCallback): boolean {
  const { payment_id: id, cost, customer = '', signature } = callback
  if (signature === undefined) return true
  const costs = typeof cost === 'number' ? [String(cost), cost.toFixed(2)] : [cost ?? '']
  return costs.some((text) =>
    isSameText(signatureOf(key, `${id}@${text}@${customer}`), signature.trim().toLowerCase()),
  )
}

export function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** `unknown`: the shop has no such payment. `away`: the shop cannot answer now, so the caller has to retry. */
export type PaymentResult =
  | { is: 'paid'; payment: Payment }
  | { is: 'unpaid' }
  | { is: 'unknown' }
  | { is: 'away' }

export async function readPayment(
  { easydonateApiUrl }: { easydonateApiUrl: string },
  key: string,
  id: number,
): Promise<PaymentResult> {
  const headers = { 'shop-key': key, accept: 'application/json', 'user-agent': 'Portal' }
  const url = `${easydonateApiUrl}/shop/payment/${id}`
  try {
    return resultOf(await fetchText(url, { headers }, LIMITS), id)
  } catch {
    return { is: 'away' }
  }
}

function resultOf({ status, text }: TextResponse, id: number): PaymentResult {
  if (status >= 500 || status === 401 || status === 403 || status === 429) return { is: 'away' }
  const answer = parsed(text)
  if (!Check(Answer, answer)) return { is: status === 404 ? 'unknown' : 'away' }
  const { success, response, error_code: code } = answer
  if (!success && code !== NOT_FOUND && TEMPORARY.includes(code)) return { is: 'away' }
  if (!success || status === 404) return { is: 'unknown' }
  if (!Check(ShopPayment, response) || response.id !== id) return { is: 'away' }
  return response.status === PAID ? { is: 'paid', payment: toPayment(response) } : { is: 'unpaid' }
}

/**
 * Reads a payment in the documented form, or in the form that EasyDonate's Java library reads. In the latter, `id` of a
 * product is the ID of the purchase, and `number` is the quantity of the product in one sale.
 */
function toPayment({ id, customer, products }: Static<typeof ShopPayment>): Payment {
  return {
    payment: String(id),
    subscription: null,
    items: products.map((product) => ({
      product: String(product.product_id ?? product.id),
      quantity:
        product.count ??
        (Check(Quantity, product.amount) ? product.amount : undefined) ??
        product.number ??
        1,
      username: customer,
    })),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
