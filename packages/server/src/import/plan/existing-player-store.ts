import type { Db } from '../../database/database.ts'
import type { Entry } from './plan-store.ts'

export type ExistingPlayer = {
  id: string
  username: string
  nameKey: string
  emailKey: string | null
  passwordHash: string
  totpEnabledAt: number | null
  totpSealed: string | null
}

/** Is searched for in place of a missing address or UUID; no player has this value. */
const NO_MATCH = ''

/**
 * Lists the players of this site that have the name, address or UUID of a row. The statement is the same for every full
 * batch, so that both databases prepare it only once.
 */
export async function listExistingPlayers(
  db: Db,
  entries: readonly Entry[],
): Promise<ExistingPlayer[]> {
  if (entries.length === 0) return []
  const emails = entries.map(({ emailKey }) => emailKey ?? NO_MATCH)
  const ids = entries.map(({ uuid }) => uuid ?? NO_MATCH)
  return db
    .selectFrom('player')
    .select([
      'id',
      'username',
      'username_key as nameKey',
      'email_key as emailKey',
      'password_hash as passwordHash',
      'totp_enabled_at as totpEnabledAt',
      'totp_sealed as totpSealed',
    ])
    .where((eb) =>
      eb.or([
        eb(
          'username_key',
          'in',
          entries.map(({ nameKey }) => nameKey),
        ),
        eb('email_key', 'in', emails),
        eb('id', 'in', ids),
      ]),
    )
    .execute()
}
