import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { playerMay } from '../../permissions/may.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { changeAppearance } from './change-appearance.ts'
import { type SavedSkin, texturesOfSavedSkin } from './saved-skin.ts'
import { deleteSavedSkins, findSharedSkin, listSavedSkins } from './saved-skin-store.ts'
import { lockTexture, releaseTexture } from './texture-store.ts'

type SkinToWear = Omit<SavedSkin, 'wornAt'>

/**
 * Puts on a saved skin, or changes the arms of the worn skin.
 * @param slim whether the arms are slim; undefined: as the skin was worn before
 * @throws Refusal `look.notfound`, and those of `copySkin` except `skin.notshared`
 */
export async function wearSavedSkin(
  app: ChangeDeps,
  by: Actor,
  { hash, slim }: { hash: string; slim: boolean | undefined },
): Promise<Player> {
  return wearSkin(app, by, 'texture.worn', async ({ tx }) => {
    const player = await lockPlayer(tx, by.actor) // a concurrent change must not remove the skin from the list
    const savedSkins: SkinToWear[] = await listSavedSkins(tx, by.actor)
    const savedSkin = savedSkins.find(({ skinHash }) => skinHash === hash) ?? wornSkin(player, hash)
    if (!savedSkin) throw new Refusal('look.notfound')
    return slim === undefined ? savedSkin : { ...savedSkin, model: slim ? 'slim' : 'classic' }
  })
}

/**
 * Puts on the skin of another player, who shares it.
 * @throws Refusal `skin.notshared`, `texture.hdnotallowed`, `auth.unauthorized`
 */
export async function copySkin(app: ChangeDeps, by: Actor, username: string): Promise<Player> {
  return wearSkin(app, by, 'texture.copied', async ({ tx, now, settings }) => {
    const savedSkin = settings.skinSharing ? await findSharedSkin(tx, username, now) : undefined
    if (!savedSkin) throw new Refusal('skin.notshared')
    return savedSkin
  })
}

export async function deleteSavedSkin(app: ChangeDeps, by: Actor, hash: string): Promise<void> {
  await change(app, by, async ({ tx, now }) => {
    await lockPlayer(tx, by.actor)
    const savedSkin = (await listSavedSkins(tx, by.actor)).find(({ skinHash }) => skinHash === hash)
    if (!savedSkin) throw new Refusal('look.notfound')
    const textures = texturesOfSavedSkin(savedSkin).sort()
    for (const texture of textures) await lockTexture(tx, texture)
    await deleteSavedSkins(tx, by.actor, [hash])
    for (const texture of textures) await releaseTexture(tx, texture, now)
  })
}

async function wearSkin(
  app: ChangeDeps,
  by: Actor,
  action: 'texture.worn' | 'texture.copied',
  find: (work: UnitOfWork) => Promise<SkinToWear>,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const isHdAllowed = await playerMay(app, player, 'player.skin.hd')
  const { after } = await change(app, by, async (work) => {
    const { skinHash, twinHash, model } = await find(work)
    if (twinHash !== null && !isHdAllowed) throw new Refusal('texture.hdnotallowed')
    return changeAppearance(work, by.actor, {
      kind: 'skin',
      action,
      appearance: { skinHash, skinTwinHash: twinHash, skinModel: model },
      textures: [],
      stored: twinHash === null ? [skinHash] : [skinHash, twinHash],
    })
  })
  return after
}

function wornSkin(player: Player | undefined, hash: string): SkinToWear | undefined {
  if (player?.skinHash !== hash) return undefined
  return { skinHash: hash, twinHash: player.skinTwinHash, model: player.skinModel ?? 'classic' }
}
