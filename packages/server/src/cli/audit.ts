import { Command } from 'commander'
import { type AuditFilter, matchesFilter, scanAudits } from '../admin/audit-log/search-audits.ts'
import type { App } from '../app.ts'
import type { Audit } from '../audit/audit.ts'
import type { AuditRange } from '../audit/audit-store.ts'
import { isoInstant } from '../platform/clock.ts'
import { findPlayerByLogin } from '../players/player-store.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type ListOptions = { player?: string; action?: string; limit: string; json?: boolean }

const MAX_LISTED = 10_000
const BATCH_SIZE = 1000

export function auditCommands(): Command[] {
  return [
    new Command('audit').description('the audit log'),

    command('audit list')
      .description('list audit entries, newest first')
      .option('--player <username>', 'only entries with this player as actor or target')
      .option('--action <action>', 'only this action, e.g. login.missed')
      .option('--limit <number>', 'the number of entries', '50')
      .action((options: ListOptions) => withApp((app) => list(app, options))),
  ]
}

async function list(app: App, options: ListOptions): Promise<void> {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
    throw new WrongUsage(`--limit must be a whole number from 1 to ${MAX_LISTED}`)
  }
  const player = options.player && (await findPlayerByLogin(app.db, options.player))
  if (options.player && !player) throw new CommandRefused(`there is no player ${options.player}`)

  const about = player ? player.id : undefined
  const audits = await newest(app, { about, action: options.action }, limit)
  const items = audits.map(({ at, ...audit }) => ({ at: isoInstant(at), ...audit }))
  print(items, options)
}

/** Returns the newest entries that match a filter. Reads the audit log from its end until there are enough. */
async function newest({ db }: App, filter: AuditFilter, limit: number): Promise<Audit[]> {
  const found: Audit[] = []
  for (let after: AuditRange['after']; found.length < limit; ) {
    const stretch = { after, from: undefined, until: undefined, limit: BATCH_SIZE }
    const audits = await scanAudits(db, filter, stretch)
    found.push(...audits.filter((audit) => matchesFilter(audit, filter)))
    const last = audits.at(-1)
    if (!last || audits.length < BATCH_SIZE) break
    after = [last.at, last.id]
  }
  return found.slice(0, limit)
}
