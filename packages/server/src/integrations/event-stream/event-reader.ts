import type { KernelPermission } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { findApiKey } from '../api-keys/api-key-store.ts'
import { verdictOn } from '../api-keys/check-key.ts'

/** The permissions of API keys that may read events. One of them is enough. */
export const eventReaderPermissions: readonly KernelPermission[] = [
  'kernel.launcher.provider',
  'kernel.connect',
]

export type EventReader = { keyId: string; ip: string }

/** Returns the readers whose API keys are no longer accepted. Reads each key once. */
export async function findRefusedReaders<Reader extends EventReader>(
  db: Db,
  readers: Iterable<Reader>,
): Promise<Reader[]> {
  const refused: Reader[] = []
  for (const [keyId, ofKey] of Map.groupBy(readers, ({ keyId }) => keyId)) {
    const key = await findApiKey(db, keyId)
    const permissions = eventReaderPermissions
    refused.push(...ofKey.filter(({ ip }) => !verdictOn(key, { ip, permissions }).ok))
  }
  return refused
}
