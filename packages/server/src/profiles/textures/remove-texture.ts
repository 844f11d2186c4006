import type { TextureKind } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { changeOutfit } from './change-appearance.ts'

const NOTHING = {
  skin: { skinHash: null, skinTwinHash: null, skinModel: null },
  cape: { capeHash: null },
} as const

/**
 * Removes a skin or cape from the player who asks, or from one whom the actor may edit. The texture
 * itself is kept for a while (see delete-released-textures.ts). A skin stays among the player's last
 * ones only if they took it off themselves.
 *
 * @returns whether there was one; if not, no audit entry is written.
 * @throws Refusal `auth.forbidden`; `player.notfound`
 */
export async function removeTexture(
  app: ChangeNeeds,
  by: Actor,
  playerId: string,
  kind: TextureKind,
): Promise<boolean> {
  return change(app, by, async (work) => {
    if (playerId !== by.actor) await lockEditable(work, playerId, 'panel.players.textures')
    const forgets = playerId !== by.actor // what nobody should have to see does not come back
    const wanted = {
      kind,
      action: 'texture.removed',
      outfit: NOTHING[kind],
      textures: [],
      forgets,
    } as const
    const { before } = await changeOutfit(work, playerId, wanted)
    return (kind === 'skin' ? before.skinHash : before.capeHash) !== null
  })
}
