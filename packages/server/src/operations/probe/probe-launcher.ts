import type { Checkup, LauncherProduct } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { azauthSteps } from './azauth-steps.ts'
import { gmlSteps } from './gml-steps.ts'
import { gravitSteps } from './gravit-steps.ts'
import { areaBSteps } from './launcher-api-steps.ts'
import { type ProbeNeeds, withMadeUp } from './probe-account.ts'
import { playAll, type Step } from './step.ts'
import { yggdrasilSteps } from './yggdrasil-steps.ts'

const STEPS: Record<LauncherProduct, readonly Step[]> = {
  laminara: areaBSteps,
  aurora: areaBSteps,
  own: areaBSteps,
  gml: gmlSteps,
  azauth: azauthSteps,
  gravit: gravitSteps,
  authlib: yggdrasilSteps,
}

/**
 * Does at PUBLIC_URL what a launcher does, with a player whom nobody sees and who is gone afterwards
 * (docs/contract.md#probe).
 *
 * @param by who asked for it; undefined when the site looks after itself, which the audit does not tell.
 */
export async function probeLauncher(
  app: ProbeNeeds,
  by: Actor | undefined,
  product: LauncherProduct,
): Promise<Checkup[]> {
  const { publicUrl: url } = app.config
  const steps = await withMadeUp(app, { by, product }, (player) =>
    playAll(STEPS[product], { url, player }),
  )
  return steps.map(({ advice = null, line = null, ...step }) => ({ ...step, advice, line }))
}
