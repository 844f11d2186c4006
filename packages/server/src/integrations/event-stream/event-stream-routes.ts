import { endpoints } from '@portal/contract'
import { isEventType } from '@portal/contract/event-types'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'

export function eventStreamRoutes(app: Pick<App, 'eventStreams'>) {
  return {
    streamEvents: route(endpoints.streamEvents, async ({ query, by, client, request, reply }) => {
      const wanted = {
        keyId: by.actor.slice('api-key:'.length),
        ip: client.ip,
        after: readPosition(request.headers['last-event-id'] ?? query.after),
        types: query.types === undefined ? undefined : readTypes(query.types),
      }
      reply.header('X-Accel-Buffering', 'no') // otherwise nginx would hold events back
      return request.method === 'HEAD' ? '' : app.eventStreams.open(wanted)
    }),
  }
}

function readPosition(text: string | string[] | undefined): number | undefined {
  if (text === undefined) return undefined
  if (typeof text !== 'string' || !/^[0-9]{1,15}$/.test(text)) {
    throw new Refusal('request.invalid', { fields: [{ field: 'after', keyword: 'pattern' }] })
  }
  return Number(text)
}

/**
 * Parses the list of requested types.
 * @throws Refusal `request.invalid` for an unknown type, because no event of it would ever arrive
 */
function readTypes(text: string): ReadonlySet<string> {
  const types = text.split(',').map((type) => type.trim())
  if (types.every(isEventType)) return new Set(types)
  throw new Refusal('request.invalid', { fields: [{ field: 'types', keyword: 'enum' }] })
}
