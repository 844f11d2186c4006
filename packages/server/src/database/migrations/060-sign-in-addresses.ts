import { type Db, speaksPostgres } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/**
 * Indexes sign-ins by IP address. Compares bytes in every locale of PostgreSQL, so that the addresses of an IPv6
 * network are one range of texts. Leaves out sign-ins through a launcher server, which have the server's address.
 */
export async function up(db: Db): Promise<void> {
  const ip = speaksPostgres(db) ? 'ip collate "C"' : 'ip'
  await buildIndex(
    db,
    'audit_sign_in_ip_index',
    `audit (${ip}, at, target) where action = 'login.succeeded' and (actor is null or actor = target)`,
  )
}
