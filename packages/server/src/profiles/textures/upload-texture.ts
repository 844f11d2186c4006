import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { playerMay } from '../../permissions/may.ts'
import type { Player } from '../../players/player.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { type AppearanceChange, changeAppearance } from './change-appearance.ts'
import { makeCape, makeSkin } from './make-texture.ts'

type Deps = ChangeDeps & Pick<App, 'textureLimiter'>

/**
 * Puts on an uploaded skin. An invalid file changes nothing.
 * @param slim whether the arms are slim; undefined: detected from the picture
 * @returns the changed player
 */
export async function uploadSkin(
  app: Deps,
  by: Actor,
  { file, slim }: { file: Buffer; slim: boolean | undefined },
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const isHdAllowed = () => playerMay(app, player, 'player.skin.hd')
  const { skin, standardSkin, model } = await app.textureLimiter(() => makeSkin(file, isHdAllowed))
  const chosen = slim === undefined ? model : slim ? 'slim' : 'classic'
  return changeOwnAppearance(app, by, {
    kind: 'skin',
    action: 'texture.uploaded',
    appearance: {
      skinHash: skin.hash,
      skinTwinHash: standardSkin?.hash ?? null,
      skinModel: chosen,
    },
    textures: standardSkin ? [skin, standardSkin] : [skin],
  })
}

export async function uploadCape(app: Deps, by: Actor, file: Buffer): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const isHdAllowed = () => playerMay(app, player, 'player.cape.hd')
  const cape = await app.textureLimiter(() => makeCape(file, isHdAllowed))
  return changeOwnAppearance(app, by, {
    kind: 'cape',
    action: 'texture.uploaded',
    appearance: { capeHash: cape.hash },
    textures: [cape],
  })
}

async function changeOwnAppearance(
  app: Deps,
  by: Actor,
  appearanceChange: AppearanceChange,
): Promise<Player> {
  const { after } = await change(app, by, (work) =>
    changeAppearance(work, by.actor, appearanceChange),
  )
  return after
}
