import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { type AuditItem, MAX_AUDIT_EXPORT } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { csvOf } from '../../platform/text/csv.ts'
import { type AuditSearch, describeAudits, resolveSearch } from './list-audit.ts'
import { matchesFilter, scanAudits } from './search-audits.ts'

const BATCH = 500
/** How many entries an export with several filters reads at most. */
const MAX_READ = 100_000

const COLUMNS = [
  'time',
  'action',
  'actor',
  'actor id',
  'target',
  'target id',
  'ip',
  'before',
  'after',
]

/**
 * Returns the newest entries that match a search as CSV, and records the export in the audit log. Lets other requests
 * run between two batches.
 * @throws Refusal `request.invalid` for an invalid time
 */
export async function exportAudit(
  app: Pick<App, 'db' | 'clock' | 'random'>,
  by: Actor,
  search: AuditSearch,
): Promise<string> {
  const { filter, span } = await resolveSearch(app.db, search)
  const rows: AuditItem[] = []
  let after: readonly [number, string] | undefined
  for (let read = 0; read < MAX_READ && rows.length < MAX_AUDIT_EXPORT; read += BATCH) {
    const audits = await scanAudits(app.db, filter, { ...span, after, limit: BATCH })
    const fitting = audits.filter((audit) => matchesFilter(audit, filter))
    rows.push(...(await describeAudits(app.db, fitting)))
    const last = audits.at(-1)
    if (audits.length < BATCH || !last) break
    after = [last.at, last.id]
    await yieldToRequests()
  }
  const exported = rows.slice(0, MAX_AUDIT_EXPORT)
  await writeAudit(app, {
    action: 'audit.exported',
    ...by,
    target: null,
    after: String(exported.length),
  })
  return csvOf(COLUMNS, exported.map(toCells))
}

function toCells(item: AuditItem): (string | null)[] {
  const { at, action, actor, actorName, target, targetName, ip, before, after } = item
  return [at, action, actorName, actor, targetName, target, ip, before, after]
}
