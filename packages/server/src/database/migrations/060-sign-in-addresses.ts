import { type Db, speaksPostgres } from '../database.ts'
import { buildIndex } from './build-index.ts'

export const nonTransactional = true

/**
 * Finds the players of an IP address or an IPv6 network by their sign-ins. Compares bytes in every locale of
 * PostgreSQL, so that a network is one range of texts. Sign-ins through a launcher server have its address and are
 * left out.
 */
export async function up(db: Db): Promise<void> {
  const ip = speaksPostgres(db) ? 'ip collate "C"' : 'ip'
  await buildIndex(
    db,
    'audit_sign_in_ip_index',
    `audit (${ip}, at, target) where action = 'login.succeeded' and (actor is null or actor = target)`,
  )
}
