import Type from 'typebox'
import { seeSkin } from './area-b-steps.ts'
import {
  address,
  BANNED_REFUSED,
  CODE_ASKED,
  SEE_BUG,
  SEE_PROXY,
  SIGNED_IN,
  TITLES,
  WRONG_REFUSED,
} from './common-steps.ts'
import { hear, is, type Stage, type Step } from './step.ts'

const SignedIn = Type.Object({ Login: Type.String(), UserUuid: Type.String() })
const Refused = Type.Object({ error: Type.String(), Message: Type.String() })

function signIn(stage: Stage, { password = stage.player.password, totp = '' } = {}) {
  const body = { Login: stage.player.username, Password: password, ...(totp && { Totp: totp }) }
  const advice = totp || password !== stage.player.password ? SEE_BUG : SEE_PROXY
  return hear(stage, { path: `/auth/gml?key=${stage.player.key}`, body }, advice)
}

/** GML's custom authentication (docs/contract.md#gml). */
export const gmlSteps: readonly Step[] = [
  address,
  {
    id: 'sign-in',
    title: TITLES.signIn,
    gate: true,
    async play(stage) {
      const heard = await signIn(stage)
      return is(heard, 200, SignedIn) ? SIGNED_IN : heard.opinion
    },
  },
  {
    id: 'wrong-password',
    title: TITLES.wrongPassword,
    async play(stage) {
      const heard = await signIn(stage, { password: 'wrong' })
      return is(heard, 401, Refused) && !/2fa/i.test(heard.text) ? WRONG_REFUSED : heard.opinion
    },
  },
  { id: 'skin', title: TITLES.skin, play: seeSkin },
  {
    id: 'access',
    title: TITLES.access,
    async play(stage) {
      const refused = await stage.player.whileBanned(() => signIn(stage))
      return is(refused, 403, Refused) ? BANNED_REFUSED : refused.opinion
    },
  },
  {
    id: 'two-factor',
    title: TITLES.twoFactor,
    async play(stage) {
      const totp = await stage.player.enableTotp()
      const bare = await signIn(stage)
      if (!is(bare, 401, Refused) || !/2fa/i.test(bare.text)) return bare.opinion
      const heard = await signIn(stage, { totp })
      return is(heard, 200, SignedIn) ? CODE_ASKED : heard.opinion
    },
  },
]
