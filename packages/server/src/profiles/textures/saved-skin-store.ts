import type { Db } from '../../database/database.ts'
import { lookupKey } from '../../players/player.ts'
import type { SavedSkin } from './saved-skin.ts'

export async function listSavedSkins(db: Db, playerId: string): Promise<SavedSkin[]> {
  const rows = await db
    .selectFrom('look')
    .select(['skin_hash as skinHash', 'twin_hash as twinHash', 'model', 'worn_at as wornAt'])
    .where('player_id', '=', playerId)
    .orderBy('worn_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, model: row.model === 'slim' ? 'slim' : 'classic' }))
}

/** Adds a skin to a player's saved skins. If it is one already, makes it the newest. */
export async function saveSkin(tx: Db, playerId: string, savedSkin: SavedSkin): Promise<void> {
  const worn = { twin_hash: savedSkin.twinHash, model: savedSkin.model, worn_at: savedSkin.wornAt }
  await tx
    .insertInto('look')
    .values({ player_id: playerId, skin_hash: savedSkin.skinHash, ...worn })
    .onConflict((conflict) => conflict.columns(['player_id', 'skin_hash']).doUpdateSet(worn))
    .execute()
}

export async function deleteSavedSkins(
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

export async function updateSkinSharing(
  db: Db,
  playerId: string,
  since: number | null,
): Promise<void> {
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
 * Finds the skin of a player who shares it; undefined for any other. One statement, so that the response is the same
 * for an unknown name, a banned player and a player who does not share.
 */
export async function findSharedSkin(
  db: Db,
  username: string,
  now: number,
): Promise<Omit<SavedSkin, 'wornAt'> | undefined> {
  const row = await db
    .selectFrom('player')
    .select(['skin_hash as skinHash', 'skin_twin_hash as twinHash', 'skin_model as model'])
    .where('username_key', '=', lookupKey(username))
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
