import Type from 'typebox'
import { address, SEE_BUG, SEE_PROXY, skin } from './common-steps.ts'
import { type SignInProtocol, signInSteps } from './sign-in-steps.ts'
import { is, type ProbeStep, sendProbe } from './step.ts'

const SignedIn = Type.Object({ Login: Type.String(), UserUuid: Type.String() })
const Refused = Type.Object({ error: Type.String(), Message: Type.String() })

const protocol: SignInProtocol = {
  signIn(context, { password = context.player.password, totp } = {}) {
    const body = { Login: context.player.username, Password: password, ...(totp && { Totp: totp }) }
    const advice = totp || password !== context.player.password ? SEE_BUG : SEE_PROXY
    return sendProbe(context, { path: `/auth/gml?key=${context.player.key}`, body }, advice)
  },
  isSignedIn: (response) => is(response, 200, SignedIn),
  isWrong: (response) => is(response, 401, Refused) && !/2fa/i.test(response.text),
  isBanned: (response) => is(response, 403, Refused),
  wantsCode: (response) => is(response, 401, Refused) && /2fa/i.test(response.text),
}
const { signIn, wrongPassword, access, twoFactor } = signInSteps(protocol)

export const gmlSteps: readonly ProbeStep[] = [
  address,
  signIn,
  wrongPassword,
  skin,
  access,
  twoFactor,
]
