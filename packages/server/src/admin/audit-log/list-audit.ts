import type { AuditItem, ListQuery } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Audit } from '../../audit/audit.ts'
import { InstantAndId, readPage, toSparsePage } from '../../database/cursor.ts'
import { isoInstant } from '../../platform/clock.ts'
import { readAddress } from '../../platform/network/ip-address.ts'
import { requireInstant } from '../../platform/text/parse-instant.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { findPlayerIdByUsername } from '../../players/player-store.ts'
import { readSought } from '../players/player-search.ts'
import { readAuditNames } from './audit-names.ts'
import { type AuditFilter, fitsFilter, isPlain, walkAudits } from './search-audits.ts'
import { findKeyIdByName, findThingIdByName } from './target-name-store.ts'

const LOOKED_AT = 500

/** What to search the trail for. People are given by name or uuid. */
export type AskedAudit = ListQuery & {
  player?: string
  actor?: string
  target?: string
  action?: string
  ip?: string
  from?: string
  until?: string
}

type Needs = Pick<App, 'db'>

/**
 * Lists one page of the trail, newest first. With several filters a page can be short and still have
 * a next one (docs/contract.md#lists-of-the-panel).
 *
 * @throws Refusal `request.invalid` for a cursor of another list, or an invalid time
 */
export async function listAudit(
  { db }: Needs,
  asked: AskedAudit,
): Promise<{ items: AuditItem[]; next: string | null }> {
  const { limit, after, query } = readPage(asked, InstantAndId)
  const filter = await readFilter(db, { ...asked, ...(query && sought(query)) })
  const lookedAt = isPlain(filter) ? limit + 1 : LOOKED_AT
  const span = {
    from: requireInstant('from', asked.from),
    until: requireInstant('until', asked.until),
  }
  const audits = await walkAudits(db, filter, { after, ...span, limit: lookedAt })
  const page = toSparsePage(audits, {
    limit,
    lookedAt,
    fits: (audit) => fitsFilter(audit, filter),
    keyOf: ({ at, id }) => [at, id],
  })
  return { items: await toItems(db, page.items), next: page.next }
}

/** Reads the text of the search, which is either an IP address or somebody's name or uuid. */
function sought(query: string): Pick<AskedAudit, 'ip' | 'player'> {
  const read = readSought(query)
  return read.kind === 'ip' ? { ip: read.ip } : { player: query }
}

async function readFilter(db: Needs['db'], asked: AskedAudit): Promise<AuditFilter> {
  return {
    about: await idOf(db, asked.player),
    actor: await idOf(db, asked.actor, actingKey),
    target: await idOf(db, asked.target, findThingIdByName),
    action: asked.action,
    ip: asked.ip && (readAddress(asked.ip) || asked.ip),
  }
}

/** Returns the id of the player or thing with that name; otherwise the text, which may be an id. */
async function idOf(
  db: Needs['db'],
  named: string | undefined,
  findThing: typeof findThingIdByName = async () => undefined,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  const player = readPlayerId(named) ?? (await findPlayerIdByUsername(db, named))
  return player ?? (await findThing(db, named)) ?? named
}

async function actingKey(db: Needs['db'], name: string): Promise<string | undefined> {
  const id = await findKeyIdByName(db, name)
  return id && `api-key:${id}`
}

async function toItems(db: Needs['db'], audits: readonly Audit[]): Promise<AuditItem[]> {
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
