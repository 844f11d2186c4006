import type { OwnNames } from '@portal/contract'
import type { App } from '../../app.ts'
import { DAY, isoInstant } from '../../platform/clock.ts'
import { findOwnRename, listFormerNames } from '../../players/former-name-store.ts'
import { listOwnReservedNames, NAME_RESERVATION } from '../../players/name-store.ts'
import { nextRenameAt, priceOf } from './rename-price.ts'

export async function describeOwnNames(
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
  playerId: string,
): Promise<OwnNames> {
  const now = clock.now()
  const site = await settings.read()
  const nextAt = nextRenameAt(await findOwnRename(db, playerId), site)
  return {
    offered: site.renaming,
    price: priceOf(site),
    everyDays: site.renameDays,
    nextAt: nextAt > now ? isoInstant(nextAt) : null,
    keptDays: NAME_RESERVATION / DAY,
    warns: site.renameWarning,
    kept: (await listOwnReservedNames(db, playerId, now)).map(untilInstant),
    former: (await listFormerNames(db, playerId)).map(untilInstant),
  }
}

export function untilInstant({ name, until }: { name: string; until: number }) {
  return { name, until: isoInstant(until) }
}
