import Type from 'typebox'
import { address, SEE_TEXTURES, seeSkin, skin } from './common-steps.ts'
import { hear, is, type Step } from './step.ts'

const Textures = Type.Object({
  SKIN: Type.Object({ url: Type.String(), digest: Type.String() }),
})

/** GravitLauncher gets skins; it cannot sign players in here yet. */
export const gravitSteps: readonly Step[] = [
  address,
  {
    ...skin,
    async play(stage) {
      const asked = { path: `/textures/player/${stage.player.id}` }
      const heard = await hear(stage, asked, SEE_TEXTURES)
      return is(heard, 200, Textures) ? seeSkin(stage) : heard.opinion
    },
  },
]
