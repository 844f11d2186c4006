import { Username } from '@portal/contract'
import { Check } from 'typebox/value'
import type { Db } from '../../database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { findReservedName } from '../../players/name-store.ts'
import { findPlayerIdByUsername } from '../../players/player-store.ts'

export async function checkUsername(
  { db, clock }: { db: Db; clock: Clock },
  username: string,
): Promise<{ available: boolean; reason?: 'taken' | 'invalid' }> {
  if (!Check(Username, username)) return { available: false, reason: 'invalid' }
  const holder =
    (await findPlayerIdByUsername(db, username)) ??
    (await findReservedName(db, username, clock.now()))
  return holder !== undefined ? { available: false, reason: 'taken' } : { available: true }
}
