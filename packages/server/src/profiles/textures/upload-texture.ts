import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import type { Player } from '../../players/player.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { changeOutfit, type OutfitChange } from './change-appearance.ts'
import { makeCape, makeSkin } from './make-texture.ts'

type Needs = ChangeNeeds & Pick<App, 'textureTurn'>

/**
 * Makes an uploaded file the skin of the player who uploads it. A bad file changes nothing.
 *
 * @param slim whether the arms are slim; by default the picture tells.
 * @returns the changed player.
 * @throws Refusal `texture.toolarge`, `texture.notpng`, `texture.size`, `texture.hdnotallowed`,
 *   `texture.broken`; `overloaded` while too many pictures are being read; `auth.unauthorized`
 */
export async function uploadSkin(
  app: Needs,
  by: Actor,
  { file, slim }: { file: Buffer; slim: boolean | undefined },
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const mayBeHd = () => isAllowed(app, player, 'player.skin.hd')
  const { skin, twin, model } = await app.textureTurn(() => makeSkin(file, mayBeHd))
  const chosen = slim === undefined ? model : slim ? 'slim' : 'classic'
  return wear(app, by, {
    kind: 'skin',
    action: 'texture.uploaded',
    outfit: { skinHash: skin.hash, skinTwinHash: twin?.hash ?? null, skinModel: chosen },
    textures: twin ? [skin, twin] : [skin],
  })
}

/** Makes an uploaded file the player's cape, in the same way as a skin. */
export async function uploadCape(app: Needs, by: Actor, file: Buffer): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const mayBeHd = () => isAllowed(app, player, 'player.cape.hd')
  const cape = await app.textureTurn(() => makeCape(file, mayBeHd))
  return wear(app, by, {
    kind: 'cape',
    action: 'texture.uploaded',
    outfit: { capeHash: cape.hash },
    textures: [cape],
  })
}

async function wear(app: Needs, by: Actor, wanted: OutfitChange): Promise<Player> {
  const { after } = await change(app, by, (work) => changeOutfit(work, by.actor, wanted))
  return after
}
