import type { Overview } from '@portal/contract'
import type { App } from '../../app.ts'
import type { EffectivePermissions } from '../../permissions/effective/effective.ts'
import { may } from '../../permissions/may.ts'
import { DAY, isoInstant, isoOrNull } from '../../platform/clock.ts'
import { countActivePlayers, listNewestBans, listStaffSignIns } from './recent-store.ts'

const SHOWN = 5
const WEEK = 7 * DAY

export async function describeRecent(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: EffectivePermissions,
): Promise<Pick<Overview, 'bans' | 'staffSignIns'>> {
  const now = clock.now()
  const bans = may(viewer, 'panel.players.read') ? await listNewestBans(db, now, SHOWN) : []
  const signIns = may(viewer, 'panel.players.sessions')
    ? await listStaffSignIns(db, { now, limit: SHOWN })
    : []
  return {
    bans: bans.map(({ createdAt, expiresAt, ...ban }) => ({
      ...ban,
      createdAt: isoInstant(createdAt),
      expiresAt: isoOrNull(expiresAt),
    })),
    staffSignIns: signIns.map(({ at, ...signIn }) => ({ ...signIn, at: isoInstant(at) })),
  }
}

export async function countActive({ db, clock }: Pick<App, 'db' | 'clock'>) {
  const now = clock.now()
  return {
    thisWeek: await countActivePlayers(db, { from: now - WEEK, until: now + 1 }),
    lastWeek: await countActivePlayers(db, { from: now - 2 * WEEK, until: now - WEEK }),
  }
}

/** Returns how many players are on all game servers together; null if no game server has responded. */
export async function countOnline({
  gameServers,
}: Pick<App, 'gameServers'>): Promise<number | null> {
  const counts = (await gameServers.read()).flatMap(({ status }) => status?.players ?? [])
  return counts.length > 0 ? counts.reduce((sum, players) => sum + players, 0) : null
}
