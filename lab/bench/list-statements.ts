import { listBalanceEntries } from '../../packages/server/src/account/balance/balance-store.ts'
import { listInvited } from '../../packages/server/src/account/referral-store.ts'
import { listAudit } from '../../packages/server/src/admin/audit-log/list-audit.ts'
import {
  countLogins,
  countRegistrations,
} from '../../packages/server/src/admin/overview/overview-store.ts'
import { listPlayers } from '../../packages/server/src/admin/players/list-players.ts'
import type { HotStatement } from './hot-statements.ts'
import type { SeededSite } from './seeded-sites.ts'

const NO_FILTER = {
  banned: undefined,
  activated: undefined,
  superuser: undefined,
  twoFactor: undefined,
  role: undefined,
  group: undefined,
  hasEmail: undefined,
  deleting: undefined,
}

/** The statements of the lists in the panel, and of the counts on its first page. */
export const listStatements: readonly HotStatement[] = [
  players('the newest', {}),
  players('of a role', {}, { role: 'helper' }),
  players('of a group', {}, { group: 'gold' }),
  players('banned', {}, { banned: true }),
  players('with 2FA', {}, { twoFactor: true }),
  players('superusers', {}, { superuser: true }),
  players('not confirmed', {}, { activated: false }),
  { ...players('by name', {}), ask: (site, { name }) => list(site, { query: name }) },
  {
    ...players('by part of a name', {}),
    ask: (site, { name }) => list(site, { query: name.slice(1) }),
  },
  { ...players('by address', {}), ask: (site, { ip }) => list(site, { query: ip }) },
  trail('the newest', () => ({})),
  trail('of an action', () => ({ action: 'login.missed' })),
  trail('of a player', ({ id }) => ({ player: id })),
  trail('of an address', ({ ip }) => ({ ip })),
  {
    name: 'panel: a ledger',
    ask: ({ db }, { id }) => listBalanceEntries(db, id, { beforeId: undefined, limit: 21 }),
  },
  {
    name: 'cabinet: whom they invited',
    ask: ({ db }, { id }) => listInvited(db, id, { before: undefined, limit: 21 }),
  },
  {
    name: 'panel: registrations of an hour',
    ask: ({ db, now }) => countRegistrations(db, { from: now - HOUR, until: now }),
  },
  {
    name: 'panel: sign-ins of an hour',
    ask: ({ db, now }) => countLogins(db, { from: now - HOUR, until: now }),
  },
]

const HOUR = 3_600_000

function players(name: string, asked: { query?: string }, filters: object = {}): HotStatement {
  return { name: `panel: players, ${name}`, ask: (site) => list(site, asked, filters) }
}

function list({ db, now }: SeededSite, asked: { query?: string }, filters: object = {}) {
  return listPlayers({ db, clock: { now: () => now } }, asked, { ...NO_FILTER, ...filters })
}

function trail(
  name: string,
  asked: (who: Parameters<HotStatement['ask']>[1]) => Parameters<typeof listAudit>[1],
): HotStatement {
  return { name: `panel: trail, ${name}`, ask: ({ db }, who) => listAudit({ db }, asked(who)) }
}
