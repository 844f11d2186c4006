import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { text } from '../shapes.ts'

export const streamEvents = endpoint({
  name: 'streamEvents',
  summary: 'Follow events as Server-Sent Events, from now on or after a known one',
  method: 'GET',
  path: '/auth/launcher/events',
  caller: 'event-reader',
  slow: true,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        description: 'the last `id` that arrived; the header `Last-Event-ID` takes precedence',
      }),
    ),
    types: Type.Optional(
      text({ maxLength: 2000, description: 'comma-separated event types; all by default' }),
    ),
  }),
  produces: 'text/event-stream',
  status: 200,
  reply: Type.Unsafe<unknown>({ type: 'string' }),
  errors: ['events.gone'],
})
