import type { App } from '../../app.ts'
import { LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import { SECOND } from '../../platform/clock.ts'
import type { Context, Library } from './library.ts'

/** Returns the checks of an authorization request that need an action of the player, in the order of the library. */
export function interactionPolicyOf({ interactionPolicy }: Library, { clock }: Pick<App, 'clock'>) {
  const { Check, base } = interactionPolicy
  const policy = base()
  const login = policy.get('login').checks
  for (const reason of ['max_age', 'essential_acrs', 'essential_acr']) login.remove(reason)
  const loginCheck = (reason: string, check: (ctx: Context) => boolean) =>
    login.add(new Check(reason, 'End-User authentication is required', 'login_required', check))
  loginCheck('unusable_account', ({ oidc }) => oidc.account === undefined)
  loginCheck('max_age', (ctx) => isStale(ctx, clock.now()) && !ctx.oidc.result?.login)
  loginCheck('acr_values', (ctx) => lacksFactor(ctx) && !ctx.oidc.result?.login)

  const consent = policy.get('consent').checks
  consent.remove('native_client_prompt') // not needed: the site remembers consent also for native programs
  consent.remove('consent_prompt')
  consent.add(
    new Check('consent_prompt', 'consent is required', 'consent_required', ({ oidc }) =>
      Boolean(
        (oidc.prompts.has('consent') &&
          oidc.promptPending('consent') &&
          !oidc.client.portal_trusted) ||
          (oidc.client.clientId === LAUNCHERS && !oidc.result?.consent), // any program can use this client
      ),
    ),
  )
  return policy
}

function isStale({ oidc }: Context, now: number): boolean {
  const { max_age } = oidc.params
  return isOlderThan(max_age, oidc.session.loginTs, now)
}

/**
 * Whether a sign-in is older than `max_age` allows.
 * @param authenticatedAt in seconds
 */
export function isOlderThan(
  maxAge: string | undefined,
  authenticatedAt: number | undefined,
  now: number,
): boolean {
  if (maxAge === undefined) return false
  return Math.floor(now / SECOND) - (authenticatedAt ?? 0) > Number(maxAge)
}

function lacksFactor({ oidc }: Context): boolean {
  return requiresFactor(oidc.params.acr_values) && oidc.session.acr !== 'mfa'
}

/** Whether a client accepts only sign-ins with a second factor. */
export function requiresFactor(acrValues: string | undefined): boolean {
  const values = (acrValues ?? '').split(' ')
  return values.includes('mfa') && !values.includes('sfa')
}
