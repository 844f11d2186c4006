import type { Db } from '../../database/database.ts'
import { keyOf } from '../../players/player.ts'
import type { Look } from './saved-skin.ts'

/** Lists the last skins of a player, newest first. */
export async function listLooks(db: Db, playerId: string): Promise<Look[]> {
  const rows = await db
    .selectFrom('look')
    .select(['skin_hash as skinHash', 'twin_hash as twinHash', 'model', 'worn_at as wornAt'])
    .where('player_id', '=', playerId)
    .orderBy('worn_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, model: row.model === 'slim' ? 'slim' : 'classic' }))
}

/** Puts a skin into a player's list, or to its top if it is there already. */
export async function keepLook(tx: Db, playerId: string, look: Look): Promise<void> {
  const worn = { twin_hash: look.twinHash, model: look.model, worn_at: look.wornAt }
  await tx
    .insertInto('look')
    .values({ player_id: playerId, skin_hash: look.skinHash, ...worn })
    .onConflict((conflict) => conflict.columns(['player_id', 'skin_hash']).doUpdateSet(worn))
    .execute()
}

export async function deleteLooks(
  tx: Db,
  playerId: string,
  skinHashes: readonly string[],
): Promise<void> {
  if (skinHashes.length === 0) return
  await tx
    .deleteFrom('look')
    .where('player_id', '=', playerId)
    .where('skin_hash', 'in', skinHashes)
    .execute()
}

/** Lets others wear a player's skin from now on, or no longer. */
export async function updateSharing(db: Db, playerId: string, since: number | null): Promise<void> {
  await db.updateTable('player').set({ shares_skin_at: since }).where('id', '=', playerId).execute()
}

export async function sharesSkin(db: Db, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('player')
    .select('shares_skin_at')
    .where('id', '=', playerId)
    .executeTakeFirst()
  return typeof row?.shares_skin_at === 'number'
}

/**
 * Finds the skin of a player who shares it. One statement asks everything, so that an unknown name, a
 * banned player and one who does not share look the same.
 */
export async function findSharedLook(
  db: Db,
  username: string,
  now: number,
): Promise<Omit<Look, 'wornAt'> | undefined> {
  const row = await db
    .selectFrom('player')
    .select(['skin_hash as skinHash', 'skin_twin_hash as twinHash', 'skin_model as model'])
    .where('username_key', '=', keyOf(username))
    .where('shares_skin_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ban')
            .select('ban.id')
            .whereRef('ban.player_id', '=', 'player.id')
            .where('ban.lifted_at', 'is', null)
            .where(({ or, eb }) =>
              or([eb('ban.expires_at', 'is', null), eb('ban.expires_at', '>', now)]),
            ),
        ),
      ),
    )
    .executeTakeFirst()
  if (!row || row.skinHash === null) return undefined
  const { skinHash, twinHash } = row
  return { skinHash, twinHash, model: row.model === 'slim' ? 'slim' : 'classic' }
}
