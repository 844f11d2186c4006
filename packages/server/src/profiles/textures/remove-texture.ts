import type { TextureKind } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { changeAppearance } from './change-appearance.ts'

const CLEARED = {
  skin: { skinHash: null, skinTwinHash: null, skinModel: null },
  cape: { capeHash: null },
} as const

/**
 * Removes a worn texture, which stays stored for a while (see delete-released-textures.ts). A skin stays among the
 * saved skins only if its player removed it.
 * @returns whether there was one; if not, there is no audit entry
 */
export async function removeTexture(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  kind: TextureKind,
): Promise<boolean> {
  return change(app, by, async (work) => {
    if (playerId !== by.actor) await lockEditable(work, playerId, 'panel.players.textures')
    const forget = playerId !== by.actor // an offensive skin must not come back
    const appearanceChange = {
      kind,
      action: 'texture.removed',
      appearance: CLEARED[kind],
      textures: [],
      forget,
    } as const
    const { before } = await changeAppearance(work, playerId, appearanceChange)
    return (kind === 'skin' ? before.skinHash : before.capeHash) !== null
  })
}
