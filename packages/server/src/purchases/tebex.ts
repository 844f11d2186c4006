import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Notice, Payment } from './purchase.ts'

/** A text that the database can store and a page can display: 1 to 128 characters without control characters. */
const Word = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,128}$' })
const Id = Type.Union([Word, Type.Integer()])
const Name = Type.Optional(
  Type.Union([
    Type.Object({ username: Type.Optional(Type.Union([Word, Type.Null()])) }),
    Type.Null(),
  ]),
)

const TebexPayment = Type.Object({
  transaction_id: Word,
  customer: Type.Object({ username: Name }),
  products: Type.Array(
    Type.Object({
      id: Id,
      quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      username: Name,
    }),
    { maxItems: 1000 },
  ),
  recurring_payment_reference: Type.Optional(Type.Union([Word, Type.Null()])),
})

const Subscription = Type.Object({ reference: Word })
const Started = Type.Object({ reference: Word, initial_payment: TebexPayment })
const Renewed = Type.Object({ reference: Word, last_payment: TebexPayment })

export type TebexCallback = Static<typeof TebexCallback>
export const TebexCallback = Type.Object({
  id: Word,
  type: Word,
  date: Type.Optional(Type.String({ maxLength: 64 })),
  subject: Type.Optional(Type.Unknown()),
})

/**
 * Returns the signature of a callback in hexadecimal digits: the HMAC-SHA256 over the hexadecimal SHA-256 of the body.
 */
export function tebexSignature(secret: string, body: Buffer): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret).update(digest).digest('hex')
}

export function isSignedByTebex(secret: string, body: Buffer, signature: string): boolean {
  return isSameText(tebexSignature(secret, body), signature.trim().toLowerCase())
}

export function isSameText(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const PAYMENT_KINDS = new Map<string, 'completed' | 'refunded'>([
  ['payment.completed', 'completed'],
  ['payment.refunded', 'refunded'],
  ['payment.dispute.lost', 'refunded'],
])
const DISPUTE_KINDS = new Map<string, 'disputed' | 'restored'>([
  ['payment.dispute.opened', 'disputed'],
  ['payment.dispute.won', 'restored'],
])

/**
 * Converts a callback of Tebex.
 * @returns undefined if its payment or subscription is malformed
 */
export function readTebex({ type, date, subject }: TebexCallback): Notice | undefined {
  const kind = PAYMENT_KINDS.get(type)
  if (kind) return withPayment(subject, (payment) => ({ kind, payment }))
  const dispute = DISPUTE_KINDS.get(type)
  const at = Date.parse(date ?? '') || 0
  if (dispute) return withPayment(subject, (payment) => ({ kind: dispute, payment, at }))
  switch (type) {
    case 'recurring-payment.started':
      return Check(Started, subject)
        ? completed(subject.initial_payment, subject.reference)
        : undefined
    case 'recurring-payment.renewed':
      return Check(Renewed, subject)
        ? completed(subject.last_payment, subject.reference)
        : undefined
    case 'recurring-payment.ended':
      return Check(Subscription, subject)
        ? { kind: 'ended', subscription: subject.reference }
        : undefined
    default:
      return { kind: 'ignored' }
  }
}

function withPayment(subject: unknown, toNotice: (payment: Payment) => Notice): Notice | undefined {
  if (!Check(TebexPayment, subject)) return undefined
  return toNotice(toPayment(subject, subject.recurring_payment_reference ?? null))
}

function completed(payment: Static<typeof TebexPayment>, reference: string): Notice {
  return { kind: 'completed', payment: toPayment(payment, reference) }
}

/** Converts a payment. A product may be for a player other than the customer, for example a gift. */
function toPayment(
  { transaction_id, customer, products }: Static<typeof TebexPayment>,
  subscription: string | null,
): Payment {
  return {
    payment: transaction_id,
    subscription,
    items: products.map(({ id, quantity = 1, username }) => ({
      product: String(id),
      quantity,
      username: username?.username ?? customer.username?.username ?? '',
    })),
  }
}
