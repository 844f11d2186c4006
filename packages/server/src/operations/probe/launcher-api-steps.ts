import { Profile } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { address, SEE_BUG, SEE_PROXY, skin, TITLES, textureStep } from './common-steps.ts'
import { type SignInProtocol, signInSteps } from './sign-in-steps.ts'
import { GOOD, is, type ProbeContext, type ProbeStep, sendProbe } from './step.ts'

const below = '/auth/launcher'
const Refused = (code: string) => Type.Object({ error: Type.Literal(code) })
const keyOf = ({ player }: ProbeContext) => ({ Authorization: `Api-Key ${player.key}` })

const door: SignInProtocol = {
  signIn(stage, { password = stage.player.password, totp } = {}) {
    const body = { login: stage.player.username, password, ...(totp && { totp }) }
    return sendProbe(stage, { path: `${below}/authenticate`, body, headers: keyOf(stage) }, SEE_BUG)
  },
  isSignedIn: (heard) => is(heard, 200, Profile),
  isWrong: (heard) => is(heard, 401, Refused('auth.wrongpassword')),
  isBanned: (heard) => is(heard, 403, Refused('auth.userblocked')),
  wantsCode: (heard) => is(heard, 401, Refused('auth.require2fa')),
}
const { signIn, wrongPassword, access, twoFactor } = signInSteps(door)

export const launcherApiSteps: readonly ProbeStep[] = [
  address,
  {
    id: 'key',
    title: TITLES.key,
    stopsOnFailure: true,
    async run(stage) {
      const asked = { path: `${below}/ping`, headers: keyOf(stage) }
      const heard = await sendProbe(stage, asked, SEE_PROXY)
      if (!is(heard, 200, Type.Object({ version: Type.String() }))) return heard.result
      return GOOD('Ключи доходят до сайта.', 'Keys reach the site.')
    },
  },
  signIn,
  wrongPassword,
  {
    ...skin,
    async run(stage) {
      const { username, skinHash } = stage.player
      const asked = { path: `${below}/user?username=${username}`, headers: keyOf(stage) }
      const heard = await sendProbe(stage, asked, SEE_BUG)
      if (!Check(Profile, heard.json)) return heard.result
      const isWorn = heard.json.textures.skin?.url === `${stage.url}/textures/${skinHash}`
      return isWorn ? textureStep(stage) : heard.result
    },
  },
  {
    ...access,
    async run(stage) {
      const { username, build } = stage.player
      const asked = { path: `${below}/user?username=${username}`, headers: keyOf(stage) }
      const heard = await sendProbe(stage, asked, SEE_BUG)
      if (!Check(Profile, heard.json)) return heard.result
      if (build && !heard.json.permissions.includes(build)) return heard.result
      const banned = await access.run(stage)
      if (banned.state !== 'good' || !build) return banned
      return GOOD(
        `Лаунчер получает право на сборку (${build}), забаненный не войдёт.`,
        `The permission for a build arrives (${build}), and a banned player is refused.`,
      )
    },
  },
  twoFactor,
]
