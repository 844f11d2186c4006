import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { NodeInput } from '../../permissions/replace-nodes.ts'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { readInstant } from '../../platform/text/parse-instant.ts'
import type { PlayerChanges } from './edit-player.ts'
import type { PlayerFilters } from './player-search.ts'

type Query = Static<(typeof endpoints.countPlayers)['query']>
type Body = Static<(typeof endpoints.editPlayer)['body']>

export function parsePlayerFilters(query: Query): PlayerFilters {
  const flag = (text: string | undefined) => (text === undefined ? undefined : text === 'true')
  return {
    banned: flag(query.banned),
    activated: flag(query.activated),
    superuser: flag(query.superuser),
    twoFactor: flag(query.twoFactor),
    hasEmail: flag(query.hasEmail),
    deleting: flag(query.deleting),
    role: query.role,
    group: query.group,
  }
}

/**
 * Parses a PATCH of a player. A node as plain text does not expire.
 * @throws Refusal `request.invalid` naming each `permissions.N.expiresAt` that is not an instant
 */
export function parsePlayerChanges({ permissions, ...body }: Body): PlayerChanges {
  if (!permissions) return body
  const faults: FieldFault[] = []
  const nodes = permissions.map((wanted, index): NodeInput => {
    if (typeof wanted === 'string') return { node: wanted, expiresAt: null }
    const expiresAt = readInstant(`permissions.${index}.expiresAt`, wanted.expiresAt, faults)
    return { node: wanted.node, expiresAt: expiresAt ?? null }
  })
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return { ...body, permissions: nodes }
}
