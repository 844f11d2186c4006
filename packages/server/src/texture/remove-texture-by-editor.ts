import { editHolder } from '../access/edit-holder.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { Player } from '../player/player.ts'
import { removeTexture } from './remove-texture.ts'
import type { TextureKind } from './texture.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * Takes the skin or cape off a player whom the editor may edit.
 *
 * @throws Refusal `auth.forbidden`; `player.notfound`
 */
export async function removeTextureByEditor(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
  kind: TextureKind,
): Promise<void> {
  await editHolder(app, editor, { id, asks: 'panel.players.textures' }, async ({ tx }) => {
    await removeTexture({ ...app, db: tx }, id, kind, editor)
  })
}
