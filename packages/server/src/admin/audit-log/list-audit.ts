import type { AuditItem, ListQuery } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Audit } from '../../audit/audit.ts'
import { InstantAndId, readPage, toSparsePage } from '../../database/cursor.ts'
import type { Db } from '../../database/database.ts'
import { isoInstant } from '../../platform/clock.ts'
import { readAddress } from '../../platform/network/ip-address.ts'
import { requireInstant } from '../../platform/text/parse-instant.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { findPlayerIdByUsername } from '../../players/player-store.ts'
import { parseSearchTerm } from '../players/player-search.ts'
import { readAuditNames } from './audit-names.ts'
import {
  type AuditFilter,
  isSingleColumnFilter,
  matchesFilter,
  scanAudits,
} from './search-audits.ts'
import { findKeyIdByName, findTargetIdByName } from './target-name-store.ts'

const MAX_SCANNED = 500

/** The criteria of a search. `query` is an IP address, or a player's name or UUID. */
export type AuditSearch = {
  query?: string
  player?: string
  actor?: string
  target?: string
  action?: string
  ip?: string
  from?: string
  until?: string
}

export type AuditQuery = ListQuery & AuditSearch

type Deps = Pick<App, 'db'>

/**
 * Lists a page of the audit log, newest first. With several filters a page can be short and still have a
 * next one (docs/contract.md#lists-of-the-panel).
 * @throws Refusal `request.invalid` for a cursor of another list, or an invalid time
 */
export async function listAudit(
  { db }: Deps,
  auditQuery: AuditQuery,
): Promise<{ items: AuditItem[]; next: string | null }> {
  const { limit, after } = readPage(auditQuery, InstantAndId)
  const { filter, span } = await resolveSearch(db, auditQuery)
  const scanned = isSingleColumnFilter(filter) ? limit + 1 : MAX_SCANNED
  const audits = await scanAudits(db, filter, { after, ...span, limit: scanned })
  const page = toSparsePage(audits, {
    limit,
    scanned,
    fits: (audit) => matchesFilter(audit, filter),
    keyOf: ({ at, id }) => [at, id],
  })
  return { items: await describeAudits(db, page.items), next: page.next }
}

/**
 * Replaces the names in a search by IDs.
 * @throws Refusal `request.invalid` for an invalid time
 */
export async function resolveSearch(db: Db, search: AuditSearch) {
  const query = search.query?.trim()
  return {
    filter: await resolveFilter(db, { ...search, ...(query && parseSearch(query)) }),
    span: {
      from: requireInstant('from', search.from),
      until: requireInstant('until', search.until),
    },
  }
}

function parseSearch(query: string): Pick<AuditSearch, 'ip' | 'player'> {
  const read = parseSearchTerm(query)
  return read.kind === 'ip' ? { ip: read.ip } : { player: query }
}

async function resolveFilter(db: Db, auditQuery: AuditSearch): Promise<AuditFilter> {
  return {
    about: await idOf(db, auditQuery.player),
    actor: await idOf(db, auditQuery.actor, apiKeyActor),
    target: await idOf(db, auditQuery.target, findTargetIdByName),
    action: auditQuery.action,
    ip: auditQuery.ip && (readAddress(auditQuery.ip) || auditQuery.ip),
  }
}

/** Returns the ID of the player or target with this name. If there is none, returns the text, which may be an ID. */
async function idOf(
  db: Db,
  named: string | undefined,
  findThing: typeof findTargetIdByName = async () => undefined,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  const player = readPlayerId(named) ?? (await findPlayerIdByUsername(db, named))
  return player ?? (await findThing(db, named)) ?? named
}

async function apiKeyActor(db: Db, name: string): Promise<string | undefined> {
  const id = await findKeyIdByName(db, name)
  return id && `api-key:${id}`
}

export async function describeAudits(db: Db, audits: readonly Audit[]): Promise<AuditItem[]> {
  const names = await readAuditNames(db, audits)
  return audits.map((audit) => ({
    id: audit.id,
    at: isoInstant(audit.at),
    action: audit.action,
    actor: audit.actor,
    actorName: names.actor(audit),
    target: audit.target,
    targetName: names.target(audit),
    names: names.values(audit),
    ip: audit.ip,
    before: audit.before,
    after: audit.after,
  }))
}
