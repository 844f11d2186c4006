import type { WebhookFormat } from '@portal/contract'
import type { Random } from '../platform/random.ts'

export type Webhook = {
  id: string
  name: string
  url: string
  /** The chosen types of events; empty: all types. */
  events: readonly string[]
  format: WebhookFormat
  secretSealed: string
  formerSecretSealed: string | null
  formerSecretUntil: number | null
  createdAt: number
  disabledAt: number | null
  disabledReason: 'staff' | 'gone' | 'failing' | null
  failingSince: number | null
  texts: MessageTexts
}

/** The texts of messages that differ from the texts of the site, by event type. */
export type MessageTexts = Readonly<Record<string, string>>

export type Delivery = {
  id: string
  webhookId: string
  /** The number of the event; null for a test message. */
  eventNumber: number | null
  eventId: string
  type: string
  orderKey: string
  createdAt: number
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  nextAt: number
  attemptedAt: number | null
  status: number | null
  duration: number | null
  answer: string | null
}

const SECRET_BYTES = 32

export function newSecret(random: Random): string {
  return `whsec_${random.bytes(SECRET_BYTES).toString('base64')}`
}

export function secretContext(id: string): string {
  return `webhook:${id}`
}

/** Returns the name of the event reader of a webhook (events/consumer-store.ts). */
export function consumerOf(id: string): string {
  return `webhook:${id}`
}
