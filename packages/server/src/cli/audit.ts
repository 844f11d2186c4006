import { Command } from 'commander'
import { type AuditFilter, fitsFilter, walkAudits } from '../admin/audit-log/search-audits.ts'
import type { App } from '../app.ts'
import type { Audit } from '../audit/audit.ts'
import type { AuditStretch } from '../audit/audit-store.ts'
import { isoInstant } from '../platform/clock.ts'
import { findPlayerByLogin } from '../players/player-store.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type ListOptions = { player?: string; action?: string; limit: string; json?: boolean }

const MOST_LISTED = 10_000
const READ_AT_ONCE = 1000

export function auditCommands(): Command[] {
  return [
    new Command('audit').description('who did what to whom, when and from where'),

    command('audit list')
      .description('list the audit trail, newest first')
      .option('--player <username>', 'only what this player did, or what was done to them')
      .option('--action <action>', 'only this action, e.g. login.missed')
      .option('--limit <number>', 'how many entries to list', '50')
      .action((options: ListOptions) => withApp((app) => list(app, options))),
  ]
}

async function list(app: App, options: ListOptions): Promise<void> {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
    throw new WrongUsage(`--limit must be a whole number from 1 to ${MOST_LISTED}`)
  }
  const player = options.player && (await findPlayerByLogin(app.db, options.player))
  if (options.player && !player) throw new CommandRefused(`there is no player ${options.player}`)

  const about = player ? player.id : undefined
  const audits = await newest(app, { about, action: options.action }, limit)
  const items = audits.map(({ at, ...audit }) => ({ at: isoInstant(at), ...audit }))
  print(items, options)
}

/** Reads back through the trail until it has found enough matching entries. */
async function newest({ db }: App, filter: AuditFilter, limit: number): Promise<Audit[]> {
  const found: Audit[] = []
  for (let after: AuditStretch['after']; found.length < limit; ) {
    const stretch = { after, from: undefined, until: undefined, limit: READ_AT_ONCE }
    const audits = await walkAudits(db, filter, stretch)
    found.push(...audits.filter((audit) => fitsFilter(audit, filter)))
    const last = audits.at(-1)
    if (!last || audits.length < READ_AT_ONCE) break
    after = [last.at, last.id]
  }
  return found.slice(0, limit)
}
