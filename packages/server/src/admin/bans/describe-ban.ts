import type { Ban as BanItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { listUsernames } from '../../players/player-store.ts'
import { type Ban, isRunning } from './ban.ts'

type Deps = Pick<App, 'db' | 'clock'>

export async function describeBans(app: Deps, bans: readonly Ban[]): Promise<BanItem[]> {
  const names = await listUsernames(
    app.db,
    bans.flatMap(({ author, liftedBy }) => [author, liftedBy]),
  )
  return bans.map((ban) => toItem(ban, names, app.clock.now()))
}

export async function describeBan(app: Deps, ban: Ban): Promise<BanItem> {
  const names = await listUsernames(app.db, [ban.author, ban.liftedBy])
  return toItem(ban, names, app.clock.now())
}

function toItem(ban: Ban, names: ReadonlyMap<string, string>, now: number): BanItem {
  const { author, liftedBy } = ban
  return {
    id: ban.id,
    reason: ban.reason,
    running: isRunning(ban, now),
    author,
    authorName: names.get(author) ?? null,
    createdAt: isoInstant(ban.createdAt),
    expiresAt: isoOrNull(ban.expiresAt),
    liftedAt: isoOrNull(ban.liftedAt),
    liftedBy,
    liftedByName: (liftedBy !== null && names.get(liftedBy)) || null,
  }
}
