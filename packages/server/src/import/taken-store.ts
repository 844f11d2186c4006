import type { Db } from '../platform/database/database.ts'
import type { Entry } from './plan/plan-store.ts'

/** A player of this site who shares something with a row of the plan. */
export type Resident = {
  id: string
  username: string
  nameKey: string
  emailKey: string | null
  passwordHash: string
  totpEnabledAt: number | null
}

/** Lists the players of this site who have the name, the address or the uuid of one of the rows. */
export async function listResidents(db: Db, entries: readonly Entry[]): Promise<Resident[]> {
  const emails = entries.map(({ emailKey }) => emailKey).filter((key) => key !== null)
  const ids = entries.map(({ uuid }) => uuid).filter((id) => id !== null)
  return db
    .selectFrom('player')
    .select([
      'id',
      'username',
      'username_key as nameKey',
      'email_key as emailKey',
      'password_hash as passwordHash',
      'totp_enabled_at as totpEnabledAt',
    ])
    .where((eb) =>
      eb.or([
        eb(
          'username_key',
          'in',
          entries.map(({ nameKey }) => nameKey),
        ),
        ...(emails.length > 0 ? [eb('email_key', 'in', emails)] : []),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .execute()
}
