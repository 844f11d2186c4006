import Type from 'typebox'
import { address, SEE_BUG, SEE_PROXY, skin } from './common-steps.ts'
import { type Door, doorSteps } from './sign-in-steps.ts'
import { hear, is, type Step } from './step.ts'

const SignedIn = Type.Object({ Login: Type.String(), UserUuid: Type.String() })
const Refused = Type.Object({ error: Type.String(), Message: Type.String() })

const door: Door = {
  signIn(stage, { password = stage.player.password, totp } = {}) {
    const body = { Login: stage.player.username, Password: password, ...(totp && { Totp: totp }) }
    const advice = totp || password !== stage.player.password ? SEE_BUG : SEE_PROXY
    return hear(stage, { path: `/auth/gml?key=${stage.player.key}`, body }, advice)
  },
  isIn: (heard) => is(heard, 200, SignedIn),
  isWrong: (heard) => is(heard, 401, Refused) && !/2fa/i.test(heard.text),
  isBanned: (heard) => is(heard, 403, Refused),
  wantsCode: (heard) => is(heard, 401, Refused) && /2fa/i.test(heard.text),
}
const { signIn, wrongPassword, access, twoFactor } = doorSteps(door)

/** GML's custom authentication (docs/contract.md#gml). */
export const gmlSteps: readonly Step[] = [address, signIn, wrongPassword, skin, access, twoFactor]
