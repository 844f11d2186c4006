import type { Generated } from 'kysely'

export type WebhookTable = {
  id: string
  name: string
  url: string
  /** The chosen types of events, as `,a,b,`; empty: all types. */
  events: string
  format: string
  secret_sealed: string
  /** The encrypted previous secret, which also signs until `former_secret_until`; null without one. */
  former_secret_sealed: string | null
  former_secret_until: number | null
  /** The webhook receives only events that were recorded after this one (`event.seq`). */
  after_seq: number
  created_at: number
  disabled_at: number | null
  /** Why the webhook was turned off: `staff`, `gone` or `failing`; null if it is on. */
  disabled_reason: string | null
  /** When the first failure after the last success occurred; null if the last attempt succeeded. */
  failing_since: number | null
  /** The texts of messages that differ from the texts of the site, as JSON, by event type. */
  texts: Generated<string>
}

export type WebhookDeliveryTable = {
  id: string
  webhook_id: string
  /** The number of the event; null for a test message. */
  event_number: number | null
  event_id: string
  type: string
  /** Deliveries with the same key are sent in order: the player's ID, or empty for events of the site. */
  order_key: string
  created_at: number
  /** `waiting`, `delivered` or `failed`. */
  state: string
  tries: number
  next_at: number
  attempted_at: number | null
  status: number | null
  duration: number | null
  answer: string | null
}
