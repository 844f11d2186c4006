import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { changeOutfit } from './change-appearance.ts'
import { type Look, texturesOfLook } from './saved-skin.ts'
import { deleteLooks, findSharedLook, listLooks } from './saved-skin-store.ts'
import { lockTexture, releaseTexture } from './texture-store.ts'

type Found = Omit<Look, 'wornAt'>

/**
 * Puts on one of the player's last skins again, or gives the worn one other arms.
 *
 * @param wanted.slim by default as it was worn.
 * @throws Refusal `look.notfound` when it is not in the list; `texture.hdnotallowed`;
 *   `auth.unauthorized`
 */
export async function wearLook(
  app: ChangeNeeds,
  by: Actor,
  { hash, slim }: { hash: string; slim: boolean | undefined },
): Promise<Player> {
  return putOn(app, by, 'texture.worn', async ({ tx }) => {
    const player = await lockPlayer(tx, by.actor) // so that nobody takes the skin from the list meanwhile
    const looks: Found[] = await listLooks(tx, by.actor)
    const look = looks.find(({ skinHash }) => skinHash === hash) ?? wornBy(player, hash)
    if (!look) throw new Refusal('look.notfound')
    return slim === undefined ? look : { ...look, model: slim ? 'slim' : 'classic' }
  })
}

/** Puts on the skin of a player who shares it. @throws Refusal `skin.notshared`; as above. */
export async function copySkin(app: ChangeNeeds, by: Actor, username: string): Promise<Player> {
  return putOn(app, by, 'texture.copied', async ({ tx, now, settings }) => {
    const look = settings.skinSharing ? await findSharedLook(tx, username, now) : undefined
    if (!look) throw new Refusal('skin.notshared')
    return look
  })
}

/** Takes a skin from the player's list; they go on wearing it. @throws Refusal `look.notfound` */
export async function deleteLook(app: ChangeNeeds, by: Actor, hash: string): Promise<void> {
  await change(app, by, async ({ tx, now }) => {
    await lockPlayer(tx, by.actor)
    const look = (await listLooks(tx, by.actor)).find(({ skinHash }) => skinHash === hash)
    if (!look) throw new Refusal('look.notfound')
    const textures = texturesOfLook(look).sort()
    for (const texture of textures) await lockTexture(tx, texture)
    await deleteLooks(tx, by.actor, [hash])
    for (const texture of textures) await releaseTexture(tx, texture, now)
  })
}

async function putOn(
  app: ChangeNeeds,
  by: Actor,
  action: 'texture.worn' | 'texture.copied',
  find: (work: Work) => Promise<Found>,
): Promise<Player> {
  const player = await requireOwnPlayer(app.db, by.actor)
  const mayBeHd = await isAllowed(app, player, 'player.skin.hd')
  const { after } = await change(app, by, async (work) => {
    const { skinHash, twinHash, model } = await find(work)
    if (twinHash !== null && !mayBeHd) throw new Refusal('texture.hdnotallowed')
    return changeOutfit(work, by.actor, {
      kind: 'skin',
      action,
      outfit: { skinHash, skinTwinHash: twinHash, skinModel: model },
      textures: [],
      stored: twinHash === null ? [skinHash] : [skinHash, twinHash],
    })
  })
  return after
}

/** A skin that the player has deleted from the list and still wears. */
function wornBy(player: Player | undefined, hash: string): Found | undefined {
  if (player?.skinHash !== hash) return undefined
  return { skinHash: hash, twinHash: player.skinTwinHash, model: player.skinModel ?? 'classic' }
}
