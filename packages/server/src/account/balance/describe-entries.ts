import type { BalanceEntry as BalanceItem } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { isoInstant } from '../../platform/clock.ts'
import { listUsernames } from '../../players/player-store.ts'
import type { BalanceEntry } from './balance-store.ts'
import { amountOf } from './money.ts'

export async function describeEntries(
  db: Db,
  entries: readonly BalanceEntry[],
): Promise<BalanceItem[]> {
  const names = await listUsernames(
    db,
    entries.map(({ author }) => author),
  )
  return entries.map((entry) => ({
    id: entry.id,
    real: amountOf(entry.realCents),
    virtual: amountOf(entry.virtualCents),
    reason: entry.reason,
    author: entry.author,
    authorName: names.get(entry.author) ?? null,
    createdAt: isoInstant(entry.createdAt),
  }))
}
