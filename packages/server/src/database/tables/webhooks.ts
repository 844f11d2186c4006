import type { Generated } from 'kysely'

export type WebhookTable = {
  id: string
  name: string
  url: string
  /** The chosen event types as `,a,b,`; empty: all. */
  events: string
  format: string
  secret_sealed: string
  /** The replaced secret, which also signs until `former_secret_until`. */
  former_secret_sealed: string | null
  former_secret_until: number | null
  /** Receives events that were recorded after this one (`event.seq`). */
  after_seq: number
  created_at: number
  disabled_at: number | null
  /** `staff`, `gone` or `failing`. */
  disabled_reason: string | null
  /** Since the first failure after the last success; null: the last attempt succeeded. */
  failing_since: number | null
  /** JSON: by event type, the texts of messages that differ from the texts of the site. */
  texts: Generated<string>
}

export type WebhookDeliveryTable = {
  id: string
  webhook_id: string
  /** The number of the event; null for a test. */
  event_number: number | null
  event_id: string
  type: string
  /** The player's id: deliveries of one player are sent in order. Empty for events of the site. */
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
