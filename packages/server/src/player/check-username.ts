import { Username } from '@portal/contract'
import { Check } from 'typebox/value'
import type { Db } from '../platform/database/database.ts'
import { findPlayerIdByUsername } from './player-store.ts'

/** Whether a name could be registered now. Somebody else may still take it first. */
export async function checkUsername(
  db: Db,
  username: string,
): Promise<{ available: boolean; reason?: 'taken' | 'invalid' }> {
  if (!Check(Username, username)) return { available: false, reason: 'invalid' }
  const taken = (await findPlayerIdByUsername(db, username)) !== undefined
  return taken ? { available: false, reason: 'taken' } : { available: true }
}
