import { isAllowed } from '../access/is-allowed.ts'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import type { Player } from '../player/player.ts'
import { findPlayer } from '../player/player-store.ts'
import { changeOutfit } from './change-outfit.ts'
import { makeCape, makeSkin } from './make-texture.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'settings' | 'textureTurn'>

/**
 * Makes an uploaded file the player's skin. A bad file changes nothing.
 *
 * @param slim how wide the arms are, where the player knows better than the picture tells.
 * @returns the player as he is from now on.
 * @throws Refusal `texture.toolarge`, `texture.notpng`, `texture.size`, `texture.hdnotallowed`,
 *   `texture.broken`; `overloaded` while too many pictures are being read; `auth.unauthorized`
 */
export async function uploadSkin(
  app: Needs,
  playerId: string,
  { file, slim }: { file: Buffer; slim: boolean | undefined },
  client: Client,
): Promise<Player> {
  const player = await existing(app, playerId)
  const mayBeHd = () => isAllowed(app, player, 'player.skin.hd')
  const { skin, twin, model } = await app.textureTurn(() => makeSkin(file, mayBeHd))
  const chosen = slim === undefined ? model : slim ? 'slim' : 'classic'
  const { after } = await changeOutfit(
    app,
    playerId,
    {
      kind: 'skin',
      action: 'texture.uploaded',
      outfit: { skinHash: skin.hash, skinTwinHash: twin?.hash ?? null, skinModel: chosen },
      textures: twin ? [skin, twin] : [skin],
    },
    { actor: playerId, ip: client.ip },
  )
  return after
}

/** Makes an uploaded file the player's cape. Everything else is as with a skin. */
export async function uploadCape(
  app: Needs,
  playerId: string,
  file: Buffer,
  client: Client,
): Promise<Player> {
  const player = await existing(app, playerId)
  const mayBeHd = () => isAllowed(app, player, 'player.cape.hd')
  const cape = await app.textureTurn(() => makeCape(file, mayBeHd))
  const { after } = await changeOutfit(
    app,
    playerId,
    {
      kind: 'cape',
      action: 'texture.uploaded',
      outfit: { capeHash: cape.hash },
      textures: [cape],
    },
    { actor: playerId, ip: client.ip },
  )
  return after
}

async function existing(app: Pick<App, 'db'>, playerId: string): Promise<Player> {
  const player = await findPlayer(app.db, playerId)
  if (!player) throw new Refusal('auth.unauthorized')
  return player
}
