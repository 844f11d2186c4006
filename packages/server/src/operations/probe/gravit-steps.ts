import Type from 'typebox'
import { address, SEE_TEXTURES, skin, textureStep } from './common-steps.ts'
import { is, type ProbeStep, sendProbe } from './step.ts'

const Textures = Type.Object({
  SKIN: Type.Object({ url: Type.String(), digest: Type.String() }),
})

/** The steps of the probe for GravitLauncher. They check only that it can load skins. */
export const gravitSteps: readonly ProbeStep[] = [
  address,
  {
    ...skin,
    async run(context) {
      const asked = { path: `/textures/player/${context.player.id}` }
      const response = await sendProbe(context, asked, SEE_TEXTURES)
      return is(response, 200, Textures) ? textureStep(context) : response.result
    },
  },
]
