import type { Db } from '../../database/database.ts'
import type { Entry } from './plan-store.ts'

/** A player of this site who shares something with a row of the plan. */
export type Resident = {
  id: string
  username: string
  nameKey: string
  emailKey: string | null
  passwordHash: string
  totpEnabledAt: number | null
  totpSealed: string | null
}

/** In place of an address or a uuid that a row does not have: nobody has it. */
const NOBODYS = ''

/**
 * Lists the players of this site who have the name, the address or the uuid of one of the rows. The statement
 * is the same for every full slice: both databases keep the ones they have prepared.
 */
export async function listResidents(db: Db, entries: readonly Entry[]): Promise<Resident[]> {
  if (entries.length === 0) return []
  const emails = entries.map(({ emailKey }) => emailKey ?? NOBODYS)
  const ids = entries.map(({ uuid }) => uuid ?? NOBODYS)
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
