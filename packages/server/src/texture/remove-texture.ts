import type { App } from '../app.ts'
import { changeOutfit, type OutfitAuthor } from './change-outfit.ts'
import type { TextureKind } from './texture.ts'

/** `db` may be an open transaction; else one is opened. */
type Needs = Pick<App, 'db' | 'clock' | 'random'>

const NOTHING = {
  skin: { skinHash: null, skinTwinHash: null, skinModel: null },
  cape: { capeHash: null },
} as const

/**
 * Takes a player's skin or cape off: himself, an administrator, or the owner by command. The picture
 * itself is kept for a while (see delete-released-textures.ts).
 *
 * @returns whether he wore one; without, nothing is written down. @throws Refusal `player.notfound`
 */
export async function removeTexture(
  app: Needs,
  playerId: string,
  kind: TextureKind,
  by: OutfitAuthor,
): Promise<boolean> {
  const change = { kind, action: 'texture.removed', outfit: NOTHING[kind], textures: [] } as const
  const { before } = await changeOutfit(app, playerId, change, by)
  return (kind === 'skin' ? before.skinHash : before.capeHash) !== null
}
