import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { eventTypeNames } from '../events/event-types.ts'
import { MAX_MESSAGE_TEXT } from '../events/message-texts.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, InstantOrNull, NoContent, PlainName, text } from '../shapes.ts'

export type WebhookFormat = Static<typeof WebhookFormat>
export const WebhookFormat = Type.Union([Type.Literal('standard'), Type.Literal('discord')], {
  description: '`standard`: Standard Webhooks 1.0, signed; `discord`: a message in a channel',
})

const Url = text({ minLength: 1, maxLength: 2048, description: 'https, of a public address' })

/** Known types only, because an event of an unknown type would never be sent. */
const Events = Type.Array(Type.Enum([...eventTypeNames]), {
  maxItems: 100,
  description: 'event types; empty: all',
})

const Texts = Type.Partial(
  Type.Record(Type.Enum([...eventTypeNames]), text({ maxLength: MAX_MESSAGE_TEXT })),
  {
    description: 'by event type; an empty text restores the one of the site; absent types stay',
    additionalProperties: false,
  },
)

export type NewWebhook = Static<typeof NewWebhook>
export const NewWebhook = Type.Object({
  name: PlainName,
  url: Url,
  events: Type.Optional(Events),
  format: Type.Optional(WebhookFormat),
})

/** Absent fields stay unchanged. */
export type WebhookChanges = Static<typeof WebhookChanges>
export const WebhookChanges = Type.Partial(
  Type.Object({
    ...NewWebhook.properties,
    enabled: Type.Boolean(),
    texts: Texts,
    newSecret: Type.Boolean({
      description: 'true: creates a new secret; for 24 hours the old and the new one sign',
    }),
  }),
)

export type WebhookItem = Static<typeof WebhookItem>
export const WebhookItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String(), { description: 'empty: all' }),
  format: WebhookFormat,
  texts: Type.Record(Type.String(), Type.String(), {
    description: 'by event type: texts of messages that differ from those of the site',
  }),
  enabled: Type.Boolean(),
  disabledReason: Type.Union(
    [Type.Literal('staff'), Type.Literal('gone'), Type.Literal('failing'), Type.Null()],
    {
      description:
        '`gone`: answered 410, or Discord 404; `failing`: five days of nothing but failures',
    },
  ),
  failingSince: InstantOrNull,
  waiting: Type.Integer({ description: 'events that are not delivered yet' }),
  createdAt: Instant,
})

const Secret = Type.Union([Type.String(), Type.Null()], {
  description: '`whsec_…`, only when it is new; null otherwise',
})
export type WebhookWithSecret = Static<typeof WebhookWithSecret>
export const WebhookWithSecret = Type.Object({ ...WebhookItem.properties, secret: Secret })

export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDelivery = Type.Object({
  id: Type.String(),
  event: Type.String({ description: 'id of the event' }),
  type: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
  tries: Type.Integer(),
  createdAt: Instant,
  attemptedAt: InstantOrNull,
  nextAt: Type.Union([Instant, Type.Null()], {
    description: 'the time of the next attempt; null: none',
  }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no response' }),
  duration: Type.Union([Type.Integer(), Type.Null()], { description: 'milliseconds' }),
  answer: Type.Union([Type.String(), Type.Null()], {
    description: 'the first KB of the response, or why there is none',
  }),
})

const managers = { caller: 'player', permission: 'panel.webhooks.manage' } as const
const params = Type.Object({ id: Type.String() })

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: 'List all webhooks, in the order in which they were created',
  method: 'GET',
  path: '/admin/webhooks',
  ...managers,
  status: 200,
  reply: Type.Object({ items: Type.Array(WebhookItem) }),
  errors: [],
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Create a webhook, whose secret is shown only here',
  method: 'POST',
  path: '/admin/webhooks',
  ...managers,
  reauthentication: {},
  body: NewWebhook,
  status: 201,
  reply: WebhookWithSecret,
  errors: ['webhook.address', 'webhook.toomany'],
})

export const changeWebhook = endpoint({
  name: 'changeWebhook',
  summary: 'Change a webhook, turn it off or on, or give it a new secret',
  method: 'PATCH',
  path: '/admin/webhooks/:id',
  ...managers,
  reauthentication: {},
  params,
  body: WebhookChanges,
  status: 200,
  reply: WebhookWithSecret,
  errors: ['webhook.notfound', 'webhook.address', 'webhook.placeholder'],
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  summary: 'Delete a webhook and its deliveries',
  method: 'DELETE',
  path: '/admin/webhooks/:id',
  ...managers,
  reauthentication: {},
  params,
  status: 204,
  reply: NoContent,
  errors: ['webhook.notfound'],
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  summary: "Send a test event once and return the receiver's response",
  method: 'POST',
  path: '/admin/webhooks/:id/test',
  ...managers,
  slow: true,
  limits: [{ name: 'webhook-tests', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' }],
  params,
  status: 200,
  reply: WebhookDelivery,
  errors: ['webhook.notfound'],
})

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  summary: 'List the deliveries of a webhook, newest first',
  method: 'GET',
  path: '/admin/webhooks/:id/deliveries',
  ...managers,
  params,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(WebhookDelivery),
  errors: ['webhook.notfound'],
})

export const resendDelivery = endpoint({
  name: 'resendDelivery',
  summary: "Send a delivery again, in the order of the same player's deliveries",
  method: 'POST',
  path: '/admin/deliveries/:delivery/resend',
  ...managers,
  params: Type.Object({ delivery: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['webhook.deliverynotfound'],
})
