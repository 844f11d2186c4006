import type { GrantSource } from '@portal/contract/event-types'
import type { Actor, AnonymousActor } from '../../audit/actor.ts'

/** Returns the source of a grant for events: staff, an API key or a shop. */
export function grantSourceOf({ actor }: Actor | AnonymousActor): GrantSource {
  if (actor?.startsWith('api-key:')) return 'api-key'
  return actor?.startsWith('purchase:') ? 'purchase' : 'staff'
}
