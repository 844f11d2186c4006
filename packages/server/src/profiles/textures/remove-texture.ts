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
 * Takes off the texture that a player wears. The texture remains stored for some time (see
 * delete-released-textures.ts). A skin remains among the saved skins only if its own player takes it off.
 * @returns whether the player wore one; if not, there is no audit entry
 */
export async function removeTexture(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  kind: TextureKind,
): Promise<boolean> {
  return change(app, by, async (work) => {
    if (playerId !== by.actor) await lockEditable(work, playerId, 'panel.players.textures')
    const forget = playerId !== by.actor // a skin that staff removed must not come back
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
