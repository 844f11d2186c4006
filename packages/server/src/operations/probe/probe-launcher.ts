import type { Checkup, LauncherProduct } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { azauthSteps } from './azauth-steps.ts'
import { gmlSteps } from './gml-steps.ts'
import { gravitSteps } from './gravit-steps.ts'
import { launcherApiSteps } from './launcher-api-steps.ts'
import { type ProbeDeps, withProbeAccount } from './probe-account.ts'
import { type ProbeStep, runSteps } from './step.ts'
import { yggdrasilSteps } from './yggdrasil-steps.ts'

const STEPS: Record<LauncherProduct, readonly ProbeStep[]> = {
  laminara: launcherApiSteps,
  aurora: launcherApiSteps,
  own: launcherApiSteps,
  gml: gmlSteps,
  azauth: azauthSteps,
  gravit: gravitSteps,
  authlib: yggdrasilSteps,
}

/**
 * Sends the requests of a launcher to PUBLIC_URL (docs/launcher-protocols.md#probe).
 * @param by undefined for a check by the site itself, which is not audited
 */
export async function probeLauncher(
  app: ProbeDeps,
  by: Actor | undefined,
  product: LauncherProduct,
): Promise<Checkup[]> {
  const { publicUrl: url } = app.config
  const steps = await withProbeAccount(app, { by, product }, (player) =>
    runSteps(STEPS[product], { url, player }),
  )
  return steps.map(({ advice = null, line = null, ...step }) => ({ ...step, advice, line }))
}
