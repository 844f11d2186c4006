import type { Db } from '../database/database.ts'

/** Deletes all codes and tokens that applications received for a player (see openid/storage/payload-store.ts). */
export async function deleteApplicationGrants(tx: Db, playerId: string): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('player_id', '=', playerId)
    .where('kind', '=', 'Grant')
    .execute()
}
